#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/matrix/matmul.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// An operand as it is stored: the distances between its matrices along each
// axis of the stack, and the length of their rows.
template <typename Pointer>
struct Operand {
  Pointer data;
  Strides strides;
  int64_t pitch;
};

template <typename Pointer>
Operand<Pointer> MakeOperand(Pointer data, const framework::Dims& stack,
                             const MatmulShape& s, int64_t rows,
                             int64_t columns) {
  Operand<Pointer> operand{data, BroadcastStrides(stack, s.stack), columns};
  for (int64_t& stride : operand.strides) stride *= rows * columns;
  return operand;
}

template <typename Pointer>
Operand<Pointer> OperandX(Pointer data, const MatmulShape& s) {
  return s.trans_x ? MakeOperand(data, s.x_stack, s, s.k, s.m)
                   : MakeOperand(data, s.x_stack, s, s.m, s.k);
}
template <typename Pointer>
Operand<Pointer> OperandY(Pointer data, const MatmulShape& s) {
  return s.trans_y ? MakeOperand(data, s.y_stack, s, s.n, s.k)
                   : MakeOperand(data, s.y_stack, s, s.k, s.n);
}
template <typename Pointer>
Operand<Pointer> OperandOut(Pointer data, const MatmulShape& s) {
  return MakeOperand(data, s.stack, s, s.m, s.n);
}

// Computes c = op(a) * op(b), added up where c repeats along the stack.
template <typename T>
void Multiply(const platform::CUDADeviceContext& device, const MatmulShape& s,
              bool trans_a, bool trans_b, int64_t m, int64_t n, int64_t k,
              const Operand<const T*>& a, const Operand<const T*>& b,
              const Operand<T*>& c) {
  GemmOnCUDA<T>(device,
                {trans_a, trans_b, m, n, k, 1, a.data, a.pitch, b.data, b.pitch,
                 0, c.data, c.pitch,
                 LoopNest<3>(s.stack, {a.strides, b.strides, c.strides})});
}

}  // namespace

// No workspace: the products on GPUs read 16-bit types and add up in float.
template <class Device, class T>
void Matmul(const Device& device, const MatmulShape& s, const Tensor& x,
            const Tensor& y, Workspace, Tensor* out) {
  Multiply<T>(device, s, s.trans_x, s.trans_y, s.m, s.n, s.k,
              OperandX(x.data<T>(), s), OperandY(y.data<T>(), s),
              OperandOut(out->mutable_data<T>(), s));
}

template <class Device, class T>
void MatmulGrad(const Device& device, const MatmulShape& s, const Tensor& x,
                const Tensor& y, const Tensor& d_out, Workspace, Tensor* d_x,
                Tensor* d_y) {
  const auto g = OperandOut(d_out.data<T>(), s);
  if (d_x != nullptr) {
    const auto b = OperandY(y.data<T>(), s);
    const auto c = OperandX(d_x->mutable_data<T>(), s);
    if (s.trans_x) {  // x^T is stored: d(x^T)^T = op(y) * d_out^T
      Multiply<T>(device, s, s.trans_y, true, s.k, s.m, s.n, b, g, c);
    } else {
      Multiply<T>(device, s, false, !s.trans_y, s.m, s.k, s.n, g, b, c);
    }
  }
  if (d_y != nullptr) {
    const auto a = OperandX(x.data<T>(), s);
    const auto c = OperandY(d_y->mutable_data<T>(), s);
    if (s.trans_y) {  // y^T is stored: d(y^T)^T = d_out^T * op(x)
      Multiply<T>(device, s, true, s.trans_x, s.n, s.k, s.m, g, a, c);
    } else {
      Multiply<T>(device, s, !s.trans_x, false, s.k, s.n, s.m, a, g, c);
    }
  }
}

PADDLE_INSTANTIATE(Matmul, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(MatmulGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
