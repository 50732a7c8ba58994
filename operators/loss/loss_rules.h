// The arithmetic of each loss of loss.h for one element: one struct each. Free
// of branches and of calls of the C library, so that loops are vectorised, and
// marked for GPUs, so that both devices compute the same.
#pragma once

#include <cmath>

#include "paddle/operators/loss/logistic_loss.h"
#include "paddle/operators/loss/loss.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels::internal {

// The elements of the inputs, in the order of loss.h, and the parameter. Small
// enough for registers.
template <typename T>
struct LossPoint {
  T a, b, c, parameter;
};

// The rule of a loss: Value returns the loss and Saved what is saved; Slope,
// from what gradients read, returns the derivative by the first input and
// OtherSlope that by the second.
template <LossOp op>
struct LossRule;

// A loss that saves nothing.
struct SavesNothing {
  static constexpr bool kSaves = false;
};
// A loss whose first input alone has a gradient.
struct OneSlope {
  static constexpr bool kHasOther = false;
};
// A loss of the difference of two inputs: the derivatives are opposite.
template <LossOp op>
struct OppositeSlopes {
  static constexpr bool kHasOther = true;
  template <typename T>
  PADDLE_HOST_DEVICE static T OtherSlope(const LossPoint<T>& at) {
    return -LossRule<op>::Slope(at);
  }
};

// Returns 1 for a label of 1, -1 for 0.
template <typename T>
PADDLE_HOST_DEVICE T SignOf(T label) {
  return T(2) * label - T(1);
}

// Returns x where it is positive, else 0; NaN stays.
template <typename T>
PADDLE_HOST_DEVICE T PositivePart(T x) {
  return x <= T(0) ? T(0) : x;
}

// log(1 + exp(x)) - label * x, with slopes sigmoid(x) - label and -x. An
// ignored element is computed, too, and then replaced: a choice between two
// numbers is no branch.
template <>
struct LossRule<LossOp::kSigmoidCrossEntropy> : SavesNothing {
  static constexpr bool kHasOther = true;
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(const LossPoint<T>& at) {
    const T loss = LogisticLossOf(at.a, at.b);
    return at.b == at.parameter ? T(0) : loss;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Slope(const LossPoint<T>& at) {
    const T slope = Sigmoid(at.a) - at.b;
    return at.b == at.parameter ? T(0) : slope;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T OtherSlope(const LossPoint<T>& at) {
    return at.b == at.parameter ? T(0) : -at.a;
  }
};

// r^2 / 2 and p * (|r| - p / 2) are one formula in min(|r|, p). The slope by x
// is minus the residual, limited to [-p, p].
template <>
struct LossRule<LossOp::kHuber> : OppositeSlopes<LossOp::kHuber> {
  static constexpr bool kSaves = true;
  // The residual, which the gradient reads in place of both inputs.
  template <typename T>
  PADDLE_HOST_DEVICE static T Saved(const LossPoint<T>& at) {
    return at.b - at.a;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(const LossPoint<T>& at) {
    const T size = std::abs(Saved(at));
    const T slope = size > at.parameter ? at.parameter : size;
    return slope * (size - T(0.5) * slope);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Slope(const LossPoint<T>& at) {
    const T raised = at.a < -at.parameter ? -at.parameter : at.a;
    return -(raised > at.parameter ? at.parameter : raised);
  }
};

// The gradient reads z, in `a`. The pieces meet at z = -1 with one slope, -4.
template <>
struct LossRule<LossOp::kModifiedHuber> : OneSlope {
  static constexpr bool kSaves = true;
  template <typename T>
  PADDLE_HOST_DEVICE static T Saved(const LossPoint<T>& at) {
    return SignOf(at.b) * at.a;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(const LossPoint<T>& at) {
    const T z = Saved(at);
    const T lack = Lack(z);
    return z < T(-1) ? T(-4) * z : lack * lack;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Slope(const LossPoint<T>& at) {
    const T lack = Lack(at.a);
    return (at.a < T(-1) ? T(-4) : T(-2) * lack) * SignOf(at.b);
  }

 private:
  // Returns by how much z is below 1, or 0.
  template <typename T>
  PADDLE_HOST_DEVICE static T Lack(T z) {
    return z >= T(1) ? T(0) : T(1) - z;
  }
};

// max(0, 1 - z) with z = (2 * label - 1) * x. At the corner the slope is 0, as
// beyond it.
template <>
struct LossRule<LossOp::kHinge> : SavesNothing, OneSlope {
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(const LossPoint<T>& at) {
    return PositivePart(T(1) - SignOf(at.b) * at.a);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Slope(const LossPoint<T>& at) {
    const T sign = SignOf(at.b);
    return sign * at.a >= T(1) ? T(0) : -sign;
  }
};

// The parameter keeps log from 0. Labels between 0 and 1 are weights of the
// two.
template <>
struct LossRule<LossOp::kLog> : SavesNothing, OneSlope {
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(const LossPoint<T>& at) {
    return -at.b * Log(at.a + at.parameter) -
           (T(1) - at.b) * Log(T(1) - at.a + at.parameter);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Slope(const LossPoint<T>& at) {
    return (T(1) - at.b) / (T(1) - at.a + at.parameter) -
           at.b / (at.a + at.parameter);
  }
};

// The sigmoid cross entropy of the difference of two scores (RankNet).
template <>
struct LossRule<LossOp::kRank> : SavesNothing, OppositeSlopes<LossOp::kRank> {
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(const LossPoint<T>& at) {
    return LogisticLossOf(at.a - at.b, at.c);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Slope(const LossPoint<T>& at) {
    return Sigmoid(at.a - at.b) - at.c;
  }
};

// The gradient reads 1 or 0 in `a`, for a loss that is not 0, and the label in
// `b`.
template <>
struct LossRule<LossOp::kMarginRank> : OppositeSlopes<LossOp::kMarginRank> {
  static constexpr bool kSaves = true;
  template <typename T>
  PADDLE_HOST_DEVICE static T Saved(const LossPoint<T>& at) {
    return Value(at) == T(0) ? T(0) : T(1);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(const LossPoint<T>& at) {
    return PositivePart(at.parameter - at.c * (at.a - at.b));
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Slope(const LossPoint<T>& at) {
    return -at.b * at.a;
  }
};

// log(0) is computed, and then replaced by 0: its limit.
template <>
struct LossRule<LossOp::kKlDiv> : SavesNothing {
  static constexpr bool kHasOther = true;
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(const LossPoint<T>& at) {
    const T loss = at.b * (Log(at.b) - at.a);
    return at.b <= T(0) ? T(0) : loss;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Slope(const LossPoint<T>& at) {
    return at.b <= T(0) ? T(0) : -at.b;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T OtherSlope(const LossPoint<T>& at) {
    const T slope = Log(at.b) + T(1) - at.a;
    return at.b <= T(0) ? T(0) : slope;
  }
};

// The inputs as arrays; missing ones point to the first, so that loops need not
// ask.
template <typename T>
struct LossArrays {
  LossArrays(const LossInputs& inputs, double parameter)
      : parameter(static_cast<T>(parameter)) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      in[i] = inputs[inputs[i] == nullptr ? 0 : i]->template data<T>();
    }
  }
  PADDLE_HOST_DEVICE LossPoint<T> operator[](int64_t i) const {
    return {in[0][i], in[1][i], in[2][i], parameter};
  }

  // None is null: a loss of one input has it three times.
  const T* in[3];
  T parameter;
};

// Returns scale.factor / scale.divisor; on the device, where the divisor is.
template <typename T>
PADDLE_HOST_DEVICE T FactorOf(const LossScale& scale) {
  return static_cast<T>(
      scale.divisor == nullptr ? scale.factor : scale.factor / *scale.divisor);
}

}  // namespace paddle::operators::kernels::internal

// Instantiates the functions of loss.h for a device. Used by loss.cc and
// loss.cu, in namespace paddle::operators::kernels.
#define PADDLE_INSTANTIATE_LOSSES(Device)                                  \
  PADDLE_INSTANTIATE_LOSS_(Device, LossOp::kSigmoidCrossEntropy);          \
  PADDLE_INSTANTIATE_LOSS_(Device, LossOp::kHuber);                        \
  PADDLE_INSTANTIATE_LOSS_(Device, LossOp::kModifiedHuber);                \
  PADDLE_INSTANTIATE_LOSS_(Device, LossOp::kHinge);                        \
  PADDLE_INSTANTIATE_LOSS_(Device, LossOp::kLog);                          \
  PADDLE_INSTANTIATE_LOSS_(Device, LossOp::kRank);                         \
  PADDLE_INSTANTIATE_LOSS_(Device, LossOp::kMarginRank);                   \
  PADDLE_INSTANTIATE_LOSS_(Device, LossOp::kKlDiv);                        \
  PADDLE_INSTANTIATE_WITH(LossSum, Device, LossOp::kKlDiv, float, double); \
  PADDLE_INSTANTIATE(CountLabels, Device, float, double)
#define PADDLE_INSTANTIATE_LOSS_(Device, op)                \
  PADDLE_INSTANTIATE_WITH(Loss, Device, op, float, double); \
  PADDLE_INSTANTIATE_WITH(LossGrad, Device, op, float, double)
