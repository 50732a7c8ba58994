// What each loss of loss.h computes on a run of elements: one struct each.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "paddle/operators/kernels/logistic_loss.h"
#include "paddle/operators/kernels/loss.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/operators/kernels/vector_math.h"

namespace paddle::operators::kernels::internal {

// Elements computed at a time, at most.
inline constexpr int64_t kLossRun = 256;

// Consecutive elements of the inputs, and the parameter.
template <typename T>
struct LossRun {
  int64_t size;
  std::array<const T*, 3> in;
  T parameter;
};

// Values gives the losses (and what is saved), Slopes their derivatives by the
// first input, and OtherSlopes, from these, those by the second.
template <LossOp op>
struct LossRule;

struct OppositeSlopes {
  template <typename T>
  static void OtherSlopes(const LossRun<T>& run, const T* slopes, T* out) {
    AssignRun(run.size, out, [=](int64_t j) { return -slopes[j]; });
  }
};

// 1 for a label of 1, -1 for 0.
template <typename T>
T SignOf(T label) {
  return T(2) * label - T(1);
}

template <>
struct LossRule<LossOp::kSigmoidCrossEntropy> {
  template <typename T>
  static void Values(const LossRun<T>& run, T*, T* out) {
    LogisticLoss(run.size, run.in[0], run.in[1], out);
    Ignore(run, out, out);
  }
  template <typename T>
  static void Slopes(const LossRun<T>& run, T* out) {
    const T* label = run.in[1];
    Sigmoid(run.size, run.in[0], out);
    AssignRun(run.size, out, [=](int64_t j) { return out[j] - label[j]; });
    Ignore(run, out, out);
  }
  template <typename T>
  static void OtherSlopes(const LossRun<T>& run, const T*, T* out) {
    const T* x = run.in[0];
    AssignRun(run.size, out, [=](int64_t j) { return -x[j]; });
    Ignore(run, out, out);
  }

 private:
  template <typename T>
  static void Ignore(const LossRun<T>& run, const T* values, T* out) {
    const T* label = run.in[1];
    const T ignored = run.parameter;
    AssignRun(run.size, out, [=](int64_t j) {
      return label[j] == ignored ? T(0) : values[j];
    });
  }
};

template <>
struct LossRule<LossOp::kHuber> : OppositeSlopes {
  template <typename T>
  static void Values(const LossRun<T>& run, T* saved, T* out) {
    const T* x = run.in[0];
    const T* y = run.in[1];
    const T bound = run.parameter;
    AssignRun(run.size, saved, [=](int64_t j) { return y[j] - x[j]; });
    AssignRun(run.size, out, [=](int64_t j) {
      const T size = std::abs(saved[j]);
      const T slope = size > bound ? bound : size;  // without a branch
      return slope * (size - T(0.5) * slope);
    });
  }
  template <typename T>
  static void Slopes(const LossRun<T>& run, T* out) {
    const T* residual = run.in[0];
    const T bound = run.parameter;
    AssignRun(run.size, out, [=](int64_t j) {
      const T raised = residual[j] < -bound ? -bound : residual[j];
      return -(raised > bound ? bound : raised);
    });
  }
};

template <>
struct LossRule<LossOp::kModifiedHuber> {
  template <typename T>
  static void Values(const LossRun<T>& run, T* saved, T* out) {
    const T* x = run.in[0];
    const T* label = run.in[1];
    AssignRun(run.size, saved,
              [=](int64_t j) { return SignOf(label[j]) * x[j]; });
    AssignRun(run.size, out, [=](int64_t j) {
      const T z = saved[j];
      const T lack = z >= T(1) ? T(0) : T(1) - z;
      return z < T(-1) ? T(-4) * z : lack * lack;
    });
  }
  template <typename T>
  static void Slopes(const LossRun<T>& run, T* out) {
    const T* z = run.in[0];
    const T* label = run.in[1];
    AssignRun(run.size, out, [=](int64_t j) {
      const T lack = z[j] >= T(1) ? T(0) : T(1) - z[j];
      return (z[j] < T(-1) ? T(-4) : T(-2) * lack) * SignOf(label[j]);
    });
  }
};

template <>
struct LossRule<LossOp::kHinge> {
  template <typename T>
  static void Values(const LossRun<T>& run, T*, T* out) {
    const T* x = run.in[0];
    const T* label = run.in[1];
    AssignRun(run.size, out, [=](int64_t j) {
      const T loss = T(1) - SignOf(label[j]) * x[j];
      return loss <= T(0) ? T(0) : loss;
    });
  }
  template <typename T>
  static void Slopes(const LossRun<T>& run, T* out) {
    const T* x = run.in[0];
    const T* label = run.in[1];
    AssignRun(run.size, out, [=](int64_t j) {
      const T sign = SignOf(label[j]);
      return sign * x[j] >= T(1) ? T(0) : -sign;
    });
  }
};

template <>
struct LossRule<LossOp::kLog> {
  template <typename T>
  static void Values(const LossRun<T>& run, T*, T* out) {
    const T* x = run.in[0];
    const T* label = run.in[1];
    const T epsilon = run.parameter;
    T buffer[kLossRun];
    T* const no = buffer;
    AssignRun(run.size, out, [=](int64_t j) { return x[j] + epsilon; });
    AssignRun(run.size, no, [=](int64_t j) { return T(1) - x[j] + epsilon; });
    Log(run.size, out, out);
    Log(run.size, no, no);
    AssignRun(run.size, out, [=](int64_t j) {
      return -label[j] * out[j] - (T(1) - label[j]) * no[j];
    });
  }
  template <typename T>
  static void Slopes(const LossRun<T>& run, T* out) {
    const T* x = run.in[0];
    const T* label = run.in[1];
    const T epsilon = run.parameter;
    AssignRun(run.size, out, [=](int64_t j) {
      return (T(1) - label[j]) / (T(1) - x[j] + epsilon) -
             label[j] / (x[j] + epsilon);
    });
  }
};

template <>
struct LossRule<LossOp::kRank> : OppositeSlopes {
  template <typename T>
  static void Values(const LossRun<T>& run, T*, T* out) {
    Differences(run, out);
    LogisticLoss(run.size, out, run.in[2], out);
  }
  template <typename T>
  static void Slopes(const LossRun<T>& run, T* out) {
    const T* label = run.in[2];
    Differences(run, out);
    Sigmoid(run.size, out, out);
    AssignRun(run.size, out, [=](int64_t j) { return out[j] - label[j]; });
  }

 private:
  template <typename T>
  static void Differences(const LossRun<T>& run, T* out) {
    const T* a = run.in[0];
    const T* b = run.in[1];
    AssignRun(run.size, out, [=](int64_t j) { return a[j] - b[j]; });
  }
};

template <>
struct LossRule<LossOp::kMarginRank> : OppositeSlopes {
  template <typename T>
  static void Values(const LossRun<T>& run, T* saved, T* out) {
    const T* a = run.in[0];
    const T* b = run.in[1];
    const T* label = run.in[2];
    const T margin = run.parameter;
    AssignRun(run.size, out, [=](int64_t j) {
      const T loss = margin - label[j] * (a[j] - b[j]);
      return loss <= T(0) ? T(0) : loss;
    });
    AssignRun(run.size, saved,
              [=](int64_t j) { return out[j] == T(0) ? T(0) : T(1); });
  }
  template <typename T>
  static void Slopes(const LossRun<T>& run, T* out) {
    const T* active = run.in[0];
    const T* label = run.in[1];
    AssignRun(run.size, out, [=](int64_t j) { return -label[j] * active[j]; });
  }
};

template <>
struct LossRule<LossOp::kKlDiv> {
  template <typename T>
  static void Values(const LossRun<T>& run, T*, T* out) {
    const T* x = run.in[0];
    const T* target = run.in[1];
    Log(run.size, target, out);
    AssignRun(run.size, out, [=](int64_t j) {
      return target[j] <= T(0) ? T(0) : target[j] * (out[j] - x[j]);
    });
  }
  template <typename T>
  static void Slopes(const LossRun<T>& run, T* out) {
    const T* target = run.in[1];
    AssignRun(run.size, out,
              [=](int64_t j) { return target[j] <= T(0) ? T(0) : -target[j]; });
  }
  template <typename T>
  static void OtherSlopes(const LossRun<T>& run, const T*, T* out) {
    const T* x = run.in[0];
    const T* target = run.in[1];
    Log(run.size, target, out);
    AssignRun(run.size, out, [=](int64_t j) {
      return target[j] <= T(0) ? T(0) : out[j] + T(1) - x[j];
    });
  }
};

}  // namespace paddle::operators::kernels::internal
