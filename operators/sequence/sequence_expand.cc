#include "paddle/operators/sequence/sequence_expand.h"

#include <cstring>

#include "paddle/operators/sequence/sequence_sum.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Calls body(begin, size, copies, at) for each item, in parallel: the item has
// the rows from `begin` on, its copies the rows from `at` on. The places of the
// copies are prefix sums, computed up front so that items are independent.
template <typename Body>
void ForEachItem(Offsets items, Offsets repeats, int64_t width,
                 Workspace workspace, const Body& body) {
  const int64_t count = static_cast<int64_t>(repeats.size()) - 1;
  const auto begin_of = [=](int64_t i) { return items.empty() ? i : items[i]; };
  const auto size_of = [=](int64_t i) { return begin_of(i + 1) - begin_of(i); };
  auto* at = static_cast<int64_t*>(workspace((count + 1) * sizeof(int64_t)));
  at[0] = 0;
  for (int64_t i = 0; i < count; ++i) {
    at[i + 1] = at[i] + size_of(i) * (repeats[i + 1] - repeats[i]);
  }
  ForEachSequence(
      Offsets(at, count + 1), width, [&](int64_t i, int64_t, int64_t) {
        body(begin_of(i), size_of(i), repeats[i + 1] - repeats[i], at[i]);
      });
}

}  // namespace

template <class Device>
void SequenceExpand(const Device&, const Tensor& x, Offsets items,
                    Offsets repeats, Workspace workspace, Tensor* out) {
  if (out->numel() == 0) return;
  const int64_t bytes = RowBytes(x);
  const char* from = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out->raw_mutable_data());
  ForEachItem(items, repeats, RowWidth(x), workspace,
              [=](int64_t begin, int64_t size, int64_t copies, int64_t at) {
                for (int64_t copy = 0; copy < copies; ++copy) {
                  std::memcpy(to + (at + copy * size) * bytes,
                              from + begin * bytes, size * bytes);
                }
              });
}

template <class Device, class T>
void SequenceExpandGrad(const Device&, const Tensor& d_out, Offsets items,
                        Offsets repeats, Workspace workspace, Tensor* d_x) {
  if (d_x->numel() == 0) return;
  const int64_t width = RowWidth(*d_x);
  const T* from = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  ForEachItem(items, repeats, width, workspace,
              [=](int64_t begin, int64_t size, int64_t copies, int64_t at) {
                SumRows(copies, size * width, from + at * width, T(1),
                        to + begin * width);
              });
}

PADDLE_INSTANTIATE(SequenceExpandGrad, platform::CPUDeviceContext, float,
                   double);
PADDLE_INSTANTIATE_ONE(SequenceExpand<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
