#include "paddle/operators/kernels/activation.h"

#include <cmath>
#include <type_traits>

#include "paddle/operators/kernels/convert.h"
#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/operators/kernels/vector_math.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// What each function computes on a run of elements, and its gradient g passed
// back through one element: one functor each. `y` is the output, `x` the input.
template <UnaryOp op>
struct Unary;

template <>
struct Unary<UnaryOp::kRelu> {
  template <typename T>
  static void Values(int64_t size, const T* x, T* out) {
    AssignRun(size, out, [x](int64_t j) { return x[j] < T(0) ? T(0) : x[j]; });
  }
  template <typename T>
  static T Grad(T g, T y) {
    return y <= T(0) ? T(0) : g;  // a NaN must not vanish
  }
};

template <>
struct Unary<UnaryOp::kSigmoid> {
  template <typename T>
  static void Values(int64_t size, const T* x, T* out) {
    Sigmoid(size, x, out);
  }
  template <typename T>
  static T Grad(T g, T y) {
    return g * y * (T(1) - y);
  }
};

template <>
struct Unary<UnaryOp::kTanh> {
  template <typename T>
  static void Values(int64_t size, const T* x, T* out) {
    Tanh(size, x, out);
  }
  template <typename T>
  static T Grad(T g, T y) {
    return g * (T(1) - y * y);
  }
};

template <>
struct Unary<UnaryOp::kExp> {
  template <typename T>
  static void Values(int64_t size, const T* x, T* out) {
    Exp(size, x, out);
  }
  template <typename T>
  static T Grad(T g, T y) {
    return g * y;
  }
};

template <>
struct Unary<UnaryOp::kLog> {
  template <typename T>
  static void Values(int64_t size, const T* x, T* out) {
    Log(size, x, out);
  }
  template <typename T>
  static T Grad(T g, T x) {
    return g / x;
  }
};

template <>
struct Unary<UnaryOp::kSquare> {
  template <typename T>
  static void Values(int64_t size, const T* x, T* out) {
    AssignRun(size, out, [x](int64_t j) { return x[j] * x[j]; });
  }
  template <typename T>
  static T Grad(T g, T x) {
    return g * T(2) * x;
  }
};

template <>
struct Unary<UnaryOp::kSqrt> {
  template <typename T>
  static void Values(int64_t size, const T* x, T* out) {
    AssignRun(size, out, [x](int64_t j) { return std::sqrt(x[j]); });
  }
  template <typename T>
  static T Grad(T g, T y) {
    return g / (T(2) * y);
  }
};

template <>
struct Unary<UnaryOp::kSign> {
  template <typename T>
  static void Values(int64_t size, const T* x, T* out) {
    AssignRun(size, out, [x](int64_t j) {
      const T magnitude = x[j] != T(0) ? T(1) : T(0);
      return x[j] != x[j] ? x[j] : std::copysign(magnitude, x[j]);
    });
  }
};

}  // namespace

template <typename T, UnaryOp op>
void Activation(const platform::DeviceContext& device, const Tensor& x,
                Tensor* out) {
  EnforceOnCPU(device, "an activation");
  constexpr int64_t kGrain = 8192;
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ParallelFor(x.numel(), kGrain, [&](int64_t begin, int64_t end) {
    Unary<op>::Values(end - begin, from + begin, to + begin);
  });
}

template <typename T, UnaryOp op>
void ActivationGrad(const platform::DeviceContext& device, const Tensor& saved,
                    const Tensor& dout, Tensor* dx) {
  platform::Transform(device, dout.numel(), dout.data<T>(), saved.data<T>(),
                      dx->mutable_data<T>(),
                      [](T g, T v) { return Unary<op>::Grad(g, v); });
}

template <typename T>
void Scale(const platform::DeviceContext& device, const Tensor& x, double scale,
           double bias, Tensor* out) {
  using Work = std::conditional_t<std::is_integral_v<T>, double, T>;
  const Work factor = static_cast<Work>(scale);
  const Work offset = static_cast<Work>(bias);
  platform::Transform(
      device, x.numel(), x.data<T>(), out->mutable_data<T>(),
      [=](T v) { return Convert<T>(factor * static_cast<Work>(v) + offset); });
}

template <typename T>
void Clip(const platform::DeviceContext& device, const Tensor& x, double min,
          double max, Tensor* out) {
  const T low = Convert<T>(min);
  const T high = Convert<T>(max);
  platform::Transform(device, x.numel(), x.data<T>(), out->mutable_data<T>(),
                      [=](T v) {
                        const T raised = v < low ? low : v;
                        return raised > high ? high : raised;
                      });
}

template <typename T>
void ClipGrad(const platform::DeviceContext& device, const Tensor& x,
              const Tensor& dout, double min, double max, Tensor* dx) {
  const T low = static_cast<T>(min);
  const T high = static_cast<T>(max);
  platform::Transform(
      device, x.numel(), x.data<T>(), dout.data<T>(), dx->mutable_data<T>(),
      [=](T v, T g) { return ((v >= low) & (v <= high)) ? g : T(0); });
}

#define INSTANTIATE_OP(T, op)                                         \
  template void Activation<T, op>(const platform::DeviceContext&,     \
                                  const Tensor&, Tensor*);            \
  template void ActivationGrad<T, op>(const platform::DeviceContext&, \
                                      const Tensor&, const Tensor&, Tensor*);
#define INSTANTIATE(op)     \
  INSTANTIATE_OP(float, op) \
  INSTANTIATE_OP(double, op)
INSTANTIATE(UnaryOp::kRelu)
INSTANTIATE(UnaryOp::kSigmoid)
INSTANTIATE(UnaryOp::kTanh)
INSTANTIATE(UnaryOp::kExp)
INSTANTIATE(UnaryOp::kLog)
INSTANTIATE(UnaryOp::kSquare)
INSTANTIATE(UnaryOp::kSqrt)

#define INSTANTIATE_SIGN(T)                                                   \
  template void Activation<T, UnaryOp::kSign>(const platform::DeviceContext&, \
                                              const Tensor&, Tensor*);
INSTANTIATE_SIGN(float)
INSTANTIATE_SIGN(double)

#define INSTANTIATE_RANGE(T)                                                   \
  template void Scale<T>(const platform::DeviceContext&, const Tensor&,        \
                         double, double, Tensor*);                             \
  template void Clip<T>(const platform::DeviceContext&, const Tensor&, double, \
                        double, Tensor*);
INSTANTIATE_RANGE(float)
INSTANTIATE_RANGE(double)
INSTANTIATE_RANGE(int32_t)
INSTANTIATE_RANGE(int64_t)

#define INSTANTIATE_GRAD(T)                                                \
  template void ClipGrad<T>(const platform::DeviceContext&, const Tensor&, \
                            const Tensor&, double, double, Tensor*);
INSTANTIATE_GRAD(float)
INSTANTIATE_GRAD(double)

}  // namespace paddle::operators::kernels
