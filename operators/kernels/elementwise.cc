#include "paddle/operators/kernels/elementwise.h"

#include "paddle/operators/kernels/arithmetic.h"
#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/loop_nest.h"
#include "paddle/operators/kernels/reduce_nest.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// What each operation computes, and what the gradients are of an output
// gradient g: one functor each.
template <BinaryOp op>
struct Binary;

template <>
struct Binary<BinaryOp::kAdd> {
  static constexpr bool kGradReadsInputs = false;
  template <typename T>
  static T Value(T x, T y) {
    return Add(x, y);
  }
  template <typename T>
  static T Dx(T g, T, T) {
    return g;
  }
  template <typename T>
  static T Dy(T g, T, T) {
    return g;
  }
};

template <>
struct Binary<BinaryOp::kSub> {
  static constexpr bool kGradReadsInputs = false;
  template <typename T>
  static T Value(T x, T y) {
    return Subtract(x, y);
  }
  template <typename T>
  static T Dx(T g, T, T) {
    return g;
  }
  template <typename T>
  static T Dy(T g, T, T) {
    return -g;
  }
};

template <>
struct Binary<BinaryOp::kMul> {
  static constexpr bool kGradReadsInputs = true;
  template <typename T>
  static T Value(T x, T y) {
    return Multiply(x, y);
  }
  template <typename T>
  static T Dx(T g, T, T y) {
    return g * y;
  }
  template <typename T>
  static T Dy(T g, T x, T) {
    return g * x;
  }
};

template <>
struct Binary<BinaryOp::kDiv> {
  static constexpr bool kGradReadsInputs = true;
  template <typename T>
  static T Value(T x, T y) {
    return Divide(x, y);
  }
  template <typename T>
  static T Dx(T g, T, T y) {
    return g / y;
  }
  template <typename T>
  static T Dy(T g, T x, T y) {
    return -g * x / (y * y);
  }
};

template <typename T, BinaryOp op>
void Broadcast(const LoopNest<3>& nest, const T* x, const T* y, T* out) {
  const auto& strides = nest.inner_strides();
  const auto with_term = [&](const auto& offsets, const auto& visit) {
    WithOperand(x + offsets[0], strides[0], [&](auto a) {
      WithOperand(y + offsets[1], strides[1], [&](auto b) {
        visit([=](int64_t j) { return Binary<op>::Value(a[j], b[j]); });
      });
    });
  };
  internal::AssignNest(nest, with_term, out);
}

struct DxOf {
  template <BinaryOp op, typename T>
  static T Term(T g, T x, T y) {
    return Binary<op>::Dx(g, x, y);
  }
};
struct DyOf {
  template <BinaryOp op, typename T>
  static T Term(T g, T x, T y) {
    return Binary<op>::Dy(g, x, y);
  }
};

// One of the two gradients.
template <typename T, BinaryOp op, typename Which>
void Gradient(const Tensor& dout, const Tensor* x, const Tensor* y,
              const LoopNest<4>& nest, Workspace workspace, Tensor* result) {
  const T* g = dout.data<T>();
  const auto& strides = nest.inner_strides();
  const auto with_term = [&](const auto& offsets, const auto& visit) {
    const T* dz = g + offsets[0];
    if constexpr (Binary<op>::kGradReadsInputs) {
      WithOperand(x->data<T>() + offsets[1], strides[1], [&](auto a) {
        WithOperand(y->data<T>() + offsets[2], strides[2], [&](auto b) {
          visit([=](int64_t j) {
            return Which::template Term<op>(dz[j], a[j], b[j]);
          });
        });
      });
    } else {
      visit([=](int64_t j) {
        return Which::template Term<op>(dz[j], T(0), T(0));
      });
    }
  };
  ReduceNest(nest, SumReducer(), with_term, workspace, result->numel(),
             result->mutable_data<T>());
}

}  // namespace

template <typename T, BinaryOp op>
void Elementwise(const platform::DeviceContext& device, const Tensor& x,
                 const Tensor& y, const Dims& y_dims, Tensor* out) {
  EnforceOnCPU(device, "elementwise arithmetic");
  const Dims& space = out->dims();
  if (x.dims() == y_dims) {
    platform::Transform(device, x.numel(), x.data<T>(), y.data<T>(),
                        out->mutable_data<T>(),
                        [](T a, T b) { return Binary<op>::Value(a, b); });
    return;
  }
  const LoopNest<3> nest(
      space, {BroadcastStrides(x.dims(), space),
              BroadcastStrides(y_dims, space), RowMajorStrides(space)});
  Broadcast<T, op>(nest, x.data<T>(), y.data<T>(), out->mutable_data<T>());
}

template <typename T, BinaryOp op>
void ElementwiseGrad(const platform::DeviceContext& device, const Tensor& dout,
                     const Tensor* x, const Tensor* y, const Dims& x_dims,
                     const Dims& y_dims, Workspace workspace, Tensor* dx,
                     Tensor* dy) {
  EnforceOnCPU(device, "the gradient of elementwise arithmetic");
  const Dims& space = dout.dims();
  const Strides z_strides = RowMajorStrides(space);
  const Strides x_strides = BroadcastStrides(x_dims, space);
  const Strides y_strides = BroadcastStrides(y_dims, space);
  // The gradient of a sum that was given the memory of dout.
  const bool done = dx != nullptr && dx->numel() == space.Numel() &&
                    dx->raw_data() == dout.raw_data();
  if (dx != nullptr && !done) {
    const LoopNest<4> nest(space, {z_strides, x_strides, y_strides, x_strides});
    Gradient<T, op, DxOf>(dout, x, y, nest, workspace, dx);
  }
  if (dy != nullptr) {
    const LoopNest<4> nest(space, {z_strides, x_strides, y_strides, y_strides});
    Gradient<T, op, DyOf>(dout, x, y, nest, workspace, dy);
  }
}

template <typename T>
void AddConstant(const platform::DeviceContext& device, const Tensor& x,
                 T value, Tensor* out) {
  platform::Transform(device, x.numel(), x.data<T>(), out->mutable_data<T>(),
                      [value](T element) { return Add(element, value); });
}

#define INSTANTIATE_CONSTANT(T)                                               \
  template void AddConstant<T>(const platform::DeviceContext&, const Tensor&, \
                               T, Tensor*);
INSTANTIATE_CONSTANT(float)
INSTANTIATE_CONSTANT(double)
INSTANTIATE_CONSTANT(int32_t)
INSTANTIATE_CONSTANT(int64_t)

#define INSTANTIATE_FORWARD(T, op)                                            \
  template void Elementwise<T, op>(const platform::DeviceContext&,            \
                                   const Tensor&, const Tensor&, const Dims&, \
                                   Tensor*);
#define INSTANTIATE_GRAD(T, op)                                     \
  template void ElementwiseGrad<T, op>(                             \
      const platform::DeviceContext&, const Tensor&, const Tensor*, \
      const Tensor*, const Dims&, const Dims&, Workspace, Tensor*, Tensor*);
#define INSTANTIATE(op)            \
  INSTANTIATE_FORWARD(float, op)   \
  INSTANTIATE_FORWARD(double, op)  \
  INSTANTIATE_FORWARD(int32_t, op) \
  INSTANTIATE_FORWARD(int64_t, op) \
  INSTANTIATE_GRAD(float, op)      \
  INSTANTIATE_GRAD(double, op)
INSTANTIATE(BinaryOp::kAdd)
INSTANTIATE(BinaryOp::kSub)
INSTANTIATE(BinaryOp::kMul)
INSTANTIATE(BinaryOp::kDiv)

}  // namespace paddle::operators::kernels
