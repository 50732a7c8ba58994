#include "paddle/operators/logical/relation.h"

#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/reduce_nest.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// True if x relation y. A chain of `if constexpr`: only the branch of the
// relation is compiled.
template <Relation relation, typename T>
bool Holds(T x, T y) {
  if constexpr (relation == Relation::kLess) return x < y;
  if constexpr (relation == Relation::kLessEqual) return x <= y;
  if constexpr (relation == Relation::kEqual) return x == y;
  if constexpr (relation == Relation::kNotEqual) return x != y;
  // Both sides are known, so & and | need no branch, and the loop is
  // vectorized.
  if constexpr (relation == Relation::kAnd) return x & y;
  if constexpr (relation == Relation::kOr) return x | y;
}

// Computes a relation for which the order of the sides is given.
template <typename T, Relation relation>
void RelateInOrder(const platform::CPUDeviceContext& device, const Tensor& x,
                   const Tensor& y, Tensor* out) {
  const T* a = x.data<T>();
  const T* b = y.data<T>();
  bool* results = out->mutable_data<bool>();
  // Equal dims, the common case, need no nest: one flat loop.
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
            // T(...) reads the operand, which is an element or shared by the
            // whole run.
            visit([=](int64_t j) {
              return Holds<relation>(T(left[j]), T(right[j]));
            });
          });
        });
      },
      results);
}

}  // namespace

// kGreater and kGreaterEqual are others with the sides exchanged: two fewer
// loops to compile for each data type.
template <class Device, class T, Relation relation>
void Relate(const Device& device, const Tensor& x, const Tensor& y,
            Tensor* out) {
  if constexpr (relation == Relation::kGreater) {
    // Right for NaN, too: y < x and x > y are false together.
    RelateInOrder<T, Relation::kLess>(device, y, x, out);
  } else if constexpr (relation == Relation::kGreaterEqual) {
    RelateInOrder<T, Relation::kLessEqual>(device, y, x, out);
  } else {
    RelateInOrder<T, relation>(device, x, y, out);
  }
}

template <class Device>
void LogicalNot(const Device& device, const Tensor& x, Tensor* out) {
  platform::Transform(device, x.numel(), x.data<bool>(),
                      out->mutable_data<bool>(), [](bool b) { return !b; });
}

PADDLE_INSTANTIATE_RELATIONS(platform::CPUDeviceContext);

}  // namespace paddle::operators::kernels
