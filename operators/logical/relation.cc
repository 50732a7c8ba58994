#include "paddle/operators/logical/relation.h"

#include "paddle/operators/math/device/cpu_only.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/reduce_nest.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/on_cuda.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

template <Relation relation, typename T>
bool Holds(T x, T y) {
  if constexpr (relation == Relation::kLess) return x < y;
  if constexpr (relation == Relation::kLessEqual) return x <= y;
  if constexpr (relation == Relation::kEqual) return x == y;
  if constexpr (relation == Relation::kNotEqual) return x != y;
  // Both sides are known: no branch, so that the loop is vectorised.
  if constexpr (relation == Relation::kAnd) return x & y;
  if constexpr (relation == Relation::kOr) return x | y;
}

template <typename T, Relation relation>
void RelateInOrder(const platform::DeviceContext& device, const Tensor& x,
                   const Tensor& y, Tensor* out) {
  PADDLE_ON_CUDA(device, RelateOnCUDA<T>(device, relation, x, y, out));
  EnforceOnCPU(device, "a comparison");
  const T* a = x.data<T>();
  const T* b = y.data<T>();
  bool* results = out->mutable_data<bool>();
  if (x.dims() == y.dims()) {
    platform::Transform(device, x.numel(), a, b, results,
                        [](T l, T r) { return Holds<relation>(l, r); });
    return;
  }
  const Dims& space = out->dims();
  const LoopNest<3> nest(
      space, {BroadcastStrides(x.dims(), space),
              BroadcastStrides(y.dims(), space), RowMajorStrides(space)});
  const auto& strides = nest.inner_strides();
  internal::AssignNest(
      nest,
      [&](const auto& offsets, const auto& visit) {
        WithOperand(a + offsets[0], strides[0], [&](auto left) {
          WithOperand(b + offsets[1], strides[1], [&](auto right) {
            visit([=](int64_t j) {
              return Holds<relation>(T(left[j]), T(right[j]));
            });
          });
        });
      },
      results);
}

}  // namespace

// Two of the comparisons are others with the sides exchanged.
template <typename T, Relation relation>
void Relate(const platform::DeviceContext& device, const Tensor& x,
            const Tensor& y, Tensor* out) {
  if constexpr (relation == Relation::kGreater) {
    RelateInOrder<T, Relation::kLess>(device, y, x, out);
  } else if constexpr (relation == Relation::kGreaterEqual) {
    RelateInOrder<T, Relation::kLessEqual>(device, y, x, out);
  } else {
    RelateInOrder<T, relation>(device, x, y, out);
  }
}

void LogicalNot(const platform::DeviceContext& device, const Tensor& x,
                Tensor* out) {
  PADDLE_ON_CUDA(device, LogicalNotOnCUDA(device, x, out));
  platform::Transform(device, x.numel(), x.data<bool>(),
                      out->mutable_data<bool>(), [](bool b) { return !b; });
}

#define INSTANTIATE(T, relation)                                    \
  template void Relate<T, relation>(const platform::DeviceContext&, \
                                    const Tensor&, const Tensor&, Tensor*);
#define INSTANTIATE_ALL_TYPES(relation)     \
  INSTANTIATE(bool, relation)               \
  INSTANTIATE(uint8_t, relation)            \
  INSTANTIATE(int8_t, relation)             \
  INSTANTIATE(int16_t, relation)            \
  INSTANTIATE(int32_t, relation)            \
  INSTANTIATE(int64_t, relation)            \
  INSTANTIATE(platform::float16, relation)  \
  INSTANTIATE(platform::bfloat16, relation) \
  INSTANTIATE(float, relation)              \
  INSTANTIATE(double, relation)
INSTANTIATE_ALL_TYPES(Relation::kLess)
INSTANTIATE_ALL_TYPES(Relation::kLessEqual)
INSTANTIATE_ALL_TYPES(Relation::kGreater)
INSTANTIATE_ALL_TYPES(Relation::kGreaterEqual)
INSTANTIATE_ALL_TYPES(Relation::kEqual)
INSTANTIATE_ALL_TYPES(Relation::kNotEqual)
INSTANTIATE(bool, Relation::kAnd)
INSTANTIATE(bool, Relation::kOr)

}  // namespace paddle::operators::kernels
