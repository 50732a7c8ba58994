#include "paddle/operators/elementwise/where.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/elementwise.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/reduce_nest.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {

using framework::Dims;
using framework::Tensor;

namespace {

// T is any type of the size of an element, which is only moved: four
// instantiations serve all data types.
template <typename T>
void Choose(const Tensor& condition, const Tensor& x, const Tensor& y,
            Tensor* out) {
  const Dims& space = out->dims();
  const LoopNest<4> nest(
      space, {BroadcastStrides(condition.dims(), space),
              BroadcastStrides(x.dims(), space),
              BroadcastStrides(y.dims(), space), RowMajorStrides(space)});
  const bool* holds = condition.data<bool>();
  const T* a = static_cast<const T*>(x.raw_data());
  const T* b = static_cast<const T*>(y.raw_data());
  const auto& strides = nest.inner_strides();
  internal::AssignNest(
      nest,
      [&](const auto& offsets, const auto& visit) {
        WithOperand(holds + offsets[0], strides[0], [&](auto c) {
          WithOperand(a + offsets[1], strides[1], [&](auto left) {
            WithOperand(b + offsets[2], strides[2], [&](auto right) {
              visit([=](int64_t j) {
                // Both are loaded before the choice: without a conditional load
                // the loop is vectorized.
                const T yes = left[j], no = right[j];
                return c[j] ? yes : no;
              });
            });
          });
        });
      },
      static_cast<T*>(out->raw_mutable_data()));
}

}  // namespace

template <class Device>
void Where(const Device&, const Tensor& condition, const Tensor& x,
           const Tensor& y, Tensor* out) {
  switch (SizeOf(x.dtype())) {
    case 1:
      return Choose<uint8_t>(condition, x, y, out);
    case 2:
      return Choose<uint16_t>(condition, x, y, out);
    case 4:
      return Choose<uint32_t>(condition, x, y, out);
    default:
      return Choose<uint64_t>(condition, x, y, out);
  }
}

template <class Device, class T>
void WhereGrad(const Device&, const Tensor& condition, const Tensor& dout,
               bool chosen, Workspace workspace, Tensor* dx) {
  using A = platform::Accumulator<T>;
  const Dims& space = dout.dims();
  const LoopNest<3> nest(
      space, {RowMajorStrides(space), BroadcastStrides(condition.dims(), space),
              BroadcastStrides(dx->dims(), space)});
  const T* g = dout.data<T>();
  const bool* holds = condition.data<bool>();
  const auto& strides = nest.inner_strides();
  SumNest(
      nest,
      [&](const auto& offsets, const auto& visit) {
        const T* dz = g + offsets[0];
        WithOperand(holds + offsets[1], strides[1], [&](auto c) {
          visit([=](int64_t j) {
            // Loaded before the choice, as above; summed in the accumulator.
            const A flowing = dz[j];
            return c[j] == chosen ? flowing : A(0);
          });
        });
      },
      workspace, dx->numel(), dx->mutable_data<T>());
}

PADDLE_INSTANTIATE(WhereGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE_ONE(Where<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
