#include "paddle/operators/matrix/matmul.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/loops/float_copies.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// Puts axes of size 1 in front, as broadcasting does.
Dims PadStack(const Dims& dims, int rank) {
  Dims padded;
  for (int i = dims.rank(); i < rank; ++i) padded.Append(1);
  for (int64_t size : dims) padded.Append(size);
  return padded;
}

// The axes before the last two.
Dims StackOf(const Dims& dims) {
  return dims.Slice(0, std::max(dims.rank() - 2, 0));
}

// Turns a stack of products with a single y into one product with a taller x:
// one large product fills tiles and threads better than many small ones. A
// transposed x cannot be folded, since its rows are not contiguous.
void FoldStack(MatmulShape* shape) {
  const int64_t batch = shape->batch();
  if (shape->trans_x || batch == 1 || shape->y_stack.Numel() != 1 ||
      shape->x_stack.Numel() != batch) {
    return;
  }
  shape->m *= batch;
  shape->stack = shape->x_stack = shape->y_stack = Dims();
}

// Finds the matrices of product i of the stack. A repeated axis has stride 0.
class StackOffsets {
 public:
  explicit StackOffsets(const MatmulShape& s)
      : stack_(s.stack),
        x_(BroadcastStrides(s.x_stack, s.stack)),
        y_(BroadcastStrides(s.y_stack, s.stack)) {}

  // Returns the indices of the matrices in x and in y.
  std::pair<int64_t, int64_t> operator()(int64_t i) const {
    int64_t x = 0;
    int64_t y = 0;
    for (int axis = stack_.rank() - 1; axis >= 0; --axis) {
      x += i % stack_[axis] * x_[axis];
      y += i % stack_[axis] * y_[axis];
      i /= stack_[axis];
    }
    return {x, y};
  }

 private:
  Dims stack_;
  Strides x_;
  Strides y_;
};

// Computes c = op(a) * op(b) for every product, where several products may
// share a c. Such products are added one after another: in parallel, two
// threads would write the same c, and the order of the sums would not be fixed.
template <typename T>
void SumOfProducts(const platform::CPUDeviceContext& context, bool trans_a,
                   bool trans_b, int64_t batch, int64_t m, int64_t n, int64_t k,
                   const T* a, const T* b, bool repeats, int64_t c_size, T* c,
                   absl::FunctionRef<GemmOffsets(int64_t)> offsets_of) {
  if (!repeats) {
    return BatchedGemm<platform::CPUDeviceContext, T>(context, trans_a, trans_b,
                                                      batch, m, n, k, T(1), a,
                                                      b, T(0), c, offsets_of);
  }
  std::fill_n(c, c_size, T(0));
  for (int64_t i = 0; i < batch; ++i) {
    const GemmOffsets offset = offsets_of(i);
    Gemm<platform::CPUDeviceContext, T>(
        context, trans_a, trans_b, m, n, k, T(1), a + offset.a, trans_a ? m : k,
        b + offset.b, trans_b ? k : n, T(1), c + offset.c, n);
  }
}

// d_x = d_out * op(y)^T, written transposed if x is stored transposed: the
// factors then change places, and nothing is transposed in memory.
template <typename T>
void GradOfX(const platform::CPUDeviceContext& context, const MatmulShape& s,
             const T* y, const T* d_out, T* d_x) {
  const StackOffsets index(s);
  const bool repeats = s.x_stack.Numel() != s.batch();
  const int64_t y_size = s.k * s.n;
  const int64_t x_size = s.m * s.k;
  const int64_t out_size = s.m * s.n;
  const int64_t size = s.x_stack.Numel() * x_size;
  if (s.trans_x) {  // x^T is stored: d(x^T)^T = op(y) * d_out^T
    SumOfProducts<T>(context, s.trans_y, true, s.batch(), s.k, s.m, s.n, y,
                     d_out, repeats, size, d_x, [&](int64_t i) -> GemmOffsets {
                       const auto [ix, iy] = index(i);
                       return {iy * y_size, i * out_size, ix * x_size};
                     });
  } else {
    SumOfProducts<T>(context, false, !s.trans_y, s.batch(), s.m, s.k, s.n,
                     d_out, y, repeats, size, d_x,
                     [&](int64_t i) -> GemmOffsets {
                       const auto [ix, iy] = index(i);
                       return {i * out_size, iy * y_size, ix * x_size};
                     });
  }
}

// d_y = op(x)^T * d_out, with the same exchange of factors.
template <typename T>
void GradOfY(const platform::CPUDeviceContext& context, const MatmulShape& s,
             const T* x, const T* d_out, T* d_y) {
  const StackOffsets index(s);
  const bool repeats = s.y_stack.Numel() != s.batch();
  const int64_t y_size = s.k * s.n;
  const int64_t x_size = s.m * s.k;
  const int64_t out_size = s.m * s.n;
  const int64_t size = s.y_stack.Numel() * y_size;
  if (s.trans_y) {  // y^T is stored: d(y^T)^T = d_out^T * op(x)
    SumOfProducts<T>(context, true, s.trans_x, s.batch(), s.n, s.k, s.m, d_out,
                     x, repeats, size, d_y, [&](int64_t i) -> GemmOffsets {
                       const auto [ix, iy] = index(i);
                       return {i * out_size, ix * x_size, iy * y_size};
                     });
  } else {
    SumOfProducts<T>(context, !s.trans_x, false, s.batch(), s.k, s.n, s.m, x,
                     d_out, repeats, size, d_y, [&](int64_t i) -> GemmOffsets {
                       const auto [ix, iy] = index(i);
                       return {ix * x_size, i * out_size, iy * y_size};
                     });
  }
}

template <typename T>
void Products(const platform::CPUDeviceContext& context, const MatmulShape& s,
              const T* x, const T* y, T* out) {
  if constexpr (!platform::kIsHalf<T>) {
    // Rows of examples times a parameter.
    if (s.batch() == 1 && !s.trans_x && !s.trans_y) {
      return RowGemm<T>(s.m, s.n, s.k, x, y, T(0), out);
    }
  }
  const StackOffsets index(s);
  BatchedGemm<platform::CPUDeviceContext, T>(
      context, s.trans_x, s.trans_y, s.batch(), s.m, s.n, s.k, T(1), x, y, T(0),
      out, [&](int64_t i) -> GemmOffsets {
        const auto [ix, iy] = index(i);
        return {ix * s.m * s.k, iy * s.k * s.n, i * s.m * s.n};
      });
}

// True for types that Gemm takes, if not on every processor.
template <typename T>
constexpr bool kMayMultiply =
    !platform::kIsHalf<T> || std::is_same_v<T, platform::bfloat16>;

// True if Gemm takes the type on this one.
template <typename T>
bool Multiplies() {
  if constexpr (platform::kIsHalf<T>) return HasHalfGemm<T>();
  return true;
}

// True if several products share a gradient of a factor: they are added up in
// float.
bool Repeats(const MatmulShape& s) {
  return s.x_stack.Numel() != s.batch() || s.y_stack.Numel() != s.batch();
}

}  // namespace

MatmulShape MakeMatmulShape(const Dims& x, const Dims& y, bool trans_x,
                            bool trans_y) {
  PADDLE_ENFORCE(x.rank() > 0 && y.rank() > 0, InvalidArgument,
                 "matmul takes no scalars: X is ", x.ToString(), ", Y is ",
                 y.ToString());
  MatmulShape s;
  s.trans_x = trans_x && x.rank() > 1;
  s.trans_y = trans_y && y.rank() > 1;
  s.m = x.rank() == 1 ? 1 : x.at(s.trans_x ? -1 : -2);
  s.k = x.at(s.trans_x ? -2 : -1);
  s.n = y.rank() == 1 ? 1 : y.at(s.trans_y ? -2 : -1);
  const int64_t y_k = y.rank() == 1 ? y[0] : y.at(s.trans_y ? -1 : -2);
  PADDLE_ENFORCE(s.k == y_k, InvalidArgument, "cannot multiply X ",
                 x.ToString(), " by Y ", y.ToString());
  const int rank = std::max(StackOf(x).rank(), StackOf(y).rank());
  s.x_stack = PadStack(StackOf(x), rank);
  s.y_stack = PadStack(StackOf(y), rank);
  for (int i = 0; i < rank; ++i) {
    const int64_t size = s.x_stack[i] == 1 ? s.y_stack[i] : s.x_stack[i];
    PADDLE_ENFORCE(s.y_stack[i] == size || s.y_stack[i] == 1, InvalidArgument,
                   "the stacks of X ", x.ToString(), " and Y ", y.ToString(),
                   " do not broadcast");
    s.stack.Append(size);
  }
  FoldStack(&s);
  return s;
}

MatmulShape MakeMulShape(const Dims& x, const Dims& y, int64_t x_columns,
                         int64_t y_columns) {
  MatmulShape s;
  s.m = x.Slice(0, x_columns).Numel();
  s.k = x.Slice(x_columns, x.rank()).Numel();
  s.n = y.Slice(y_columns, y.rank()).Numel();
  PADDLE_ENFORCE(s.k == y.Slice(0, y_columns).Numel(), InvalidArgument,
                 "cannot multiply X ", x.ToString(), " by Y ", y.ToString());
  return s;
}

template <class Device, class T>
void Matmul(const Device& context, const MatmulShape& s, const Tensor& x,
            const Tensor& y, Workspace workspace, Tensor* out) {
  if constexpr (kMayMultiply<T>) {
    if (Multiplies<T>()) {
      return Products(context, s, x.data<T>(), y.data<T>(),
                      out->mutable_data<T>());
    }
  }
  if constexpr (platform::kIsHalf<T>) {
    const int64_t size = x.numel() + y.numel() + out->numel();
    FloatCopies<T> copies(workspace(size * sizeof(float)));
    const float* x_copy = copies.Copy(x);
    const float* y_copy = copies.Copy(y);
    float* products = copies.Room(out);
    Products(context, s, x_copy, y_copy, products);
    copies.Round(products, out);
  }
}

template <class Device, class T>
void MatmulGrad(const Device& context, const MatmulShape& s, const Tensor& x,
                const Tensor& y, const Tensor& d_out, Workspace workspace,
                Tensor* d_x, Tensor* d_y) {
  if constexpr (kMayMultiply<T>) {
    if (Multiplies<T>() && (!platform::kIsHalf<T> || !Repeats(s))) {
      const T* g = d_out.data<T>();
      if (d_x != nullptr) {
        GradOfX(context, s, y.data<T>(), g, d_x->mutable_data<T>());
      }
      if (d_y != nullptr) {
        GradOfY(context, s, x.data<T>(), g, d_y->mutable_data<T>());
      }
      return;
    }
  }
  if constexpr (platform::kIsHalf<T>) {
    // Room for copies of x and y and for both gradients, wanted or not: the
    // planned workspace then depends on the shapes alone.
    const int64_t size = 2 * x.numel() + 2 * y.numel() + d_out.numel();
    FloatCopies<T> copies(workspace(size * sizeof(float)));
    const float* g = copies.Copy(d_out);
    float* x_sums = copies.Room(d_x);
    float* y_sums = copies.Room(d_y);
    if (d_x != nullptr) GradOfX(context, s, copies.Copy(y), g, x_sums);
    if (d_y != nullptr) GradOfY(context, s, copies.Copy(x), g, y_sums);
    copies.Round(x_sums, d_x);
    copies.Round(y_sums, d_y);
  }
}

PADDLE_INSTANTIATE(Matmul, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(MatmulGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
