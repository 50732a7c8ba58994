#include "paddle/operators/kernels/selected_rows.h"

#include <algorithm>
#include <functional>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/sum_over.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {

using framework::SelectedRows;

namespace {

constexpr int64_t kGrain = 16384;  // elements

int64_t WidthOf(const SelectedRows& rows) {
  const int64_t count = static_cast<int64_t>(rows.rows().size());
  return count == 0 ? 0 : rows.value().numel() / count;
}

// Where things stand in the workspace; first what needs the largest alignment.
struct Layout {
  Layout(const SelectedRows& rows, void* workspace)
      : order(static_cast<int64_t*>(workspace)),
        unique(order + rows.rows().size()),
        starts(unique + rows.rows().size()),
        values(starts + rows.rows().size() + 1) {}

  int64_t* order;   // positions, by row and then by position
  int64_t* unique;  // the rows
  int64_t* starts;  // of each row's positions in `order`, and their end
  void* values;
};

// Sorts positions by row, and finds where each row begins; returns how many
// different rows there are.
int64_t Group(const std::vector<int64_t>& rows, const Layout& layout) {
  const int64_t count = static_cast<int64_t>(rows.size());
  for (int64_t i = 0; i < count; ++i) layout.order[i] = i;
  std::sort(layout.order, layout.order + count, [&](int64_t a, int64_t b) {
    return rows[a] != rows[b] ? rows[a] < rows[b] : a < b;
  });
  int64_t groups = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t row = rows[layout.order[i]];
    if (groups > 0 && layout.unique[groups - 1] == row) continue;
    layout.unique[groups] = row;
    layout.starts[groups++] = i;
  }
  layout.starts[groups] = count;
  return groups;
}

template <typename T>
void AddUp(const T* source, int64_t width, const Layout& layout, int64_t group,
           T* sum) {
  const int64_t* at = layout.order + layout.starts[group];
  const int64_t* end = layout.order + layout.starts[group + 1];
  std::copy_n(source + *at * width, width, sum);
  for (++at; at != end; ++at) {
    const T* addend = source + *at * width;
    AccumulateRun(width, sum, std::plus<T>(),
                  [addend](int64_t j) { return addend[j]; });
  }
}

}  // namespace

template <typename T>
size_t MergeBytes(const SelectedRows& rows) {
  return (3 * rows.rows().size() + 1) * sizeof(int64_t) +
         rows.value().numel() * sizeof(T);
}

template <typename T>
MergedRows<T> MergeRows(const platform::DeviceContext& context,
                        const SelectedRows& rows, void* workspace) {
  EnforceOnCPU(context, "merging rows");
  rows.Check();
  const std::vector<int64_t>& list = rows.rows();
  const int64_t width = WidthOf(rows);
  if (list.empty()) return {};
  const T* source = rows.value().data<T>();
  const bool merged =
      std::adjacent_find(list.begin(), list.end(),
                         std::greater_equal<int64_t>()) == list.end();
  if (merged) return {absl::MakeConstSpan(list), source, width};
  const Layout layout(rows, workspace);
  const int64_t groups = Group(list, layout);
  T* sums = static_cast<T*>(layout.values);
  platform::ParallelFor(
      groups, std::max<int64_t>(1, kGrain / std::max<int64_t>(width, 1)),
      [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          AddUp(source, width, layout, i, sums + i * width);
        }
      });
  return {absl::MakeConstSpan(layout.unique, groups), sums, width};
}

namespace {

// Rows of a number like those of `like`, with room for their values.
template <typename T>
T* Resize(const SelectedRows& like, absl::Span<const int64_t> rows,
          memory::Allocator* allocator, SelectedRows* out) {
  framework::Dims dims = like.value().dims();
  dims[0] = static_cast<int64_t>(rows.size());
  out->mutable_rows()->assign(rows.begin(), rows.end());
  out->mutable_value()->Allocate(dims, like.value().dtype(), allocator);
  return out->mutable_value()->mutable_data<T>();
}

}  // namespace

template <typename T>
void ClipRows(const platform::DeviceContext& context, const SelectedRows& rows,
              double min, double max, void* workspace,
              memory::Allocator* allocator, SelectedRows* out) {
  const MergedRows<T> merged = MergeRows<T>(context, rows, workspace);
  T* to = Resize<T>(rows, merged.rows, allocator, out);
  const T low = static_cast<T>(min), high = static_cast<T>(max);
  platform::Transform(
      context, out->value().numel(), merged.values, to,
      [=](T value) { return std::min(std::max(value, low), high); });
}

template <typename T>
double SquaredNormOfRows(const platform::DeviceContext& context,
                         const SelectedRows& rows, void* workspace) {
  const MergedRows<T> merged = MergeRows<T>(context, rows, workspace);
  const int64_t size = static_cast<int64_t>(merged.rows.size()) * merged.width;
  return SumOver(size, [values = merged.values](int64_t i) {
    return static_cast<double>(values[i]) * values[i];
  });
}

template <typename T>
void DivideRows(const platform::DeviceContext& context,
                const SelectedRows& rows, double divisor,
                memory::Allocator* allocator, SelectedRows* out) {
  rows.Check();
  T* to = Resize<T>(rows, absl::MakeConstSpan(rows.rows()), allocator, out);
  const T by = static_cast<T>(divisor);
  platform::Transform(context, out->value().numel(), rows.value().data<T>(), to,
                      [by](T value) { return value / by; });
}

#define PADDLE_INSTANTIATE_ROWS_(T)                                            \
  template size_t MergeBytes<T>(const SelectedRows&);                          \
  template MergedRows<T> MergeRows<T>(const platform::DeviceContext&,          \
                                      const SelectedRows&, void*);             \
  template void ClipRows<T>(const platform::DeviceContext&,                    \
                            const SelectedRows&, double, double, void*,        \
                            memory::Allocator*, SelectedRows*);                \
  template double SquaredNormOfRows<T>(const platform::DeviceContext&,         \
                                       const SelectedRows&, void*);            \
  template void DivideRows<T>(const platform::DeviceContext&,                  \
                              const SelectedRows&, double, memory::Allocator*, \
                              SelectedRows*);
PADDLE_INSTANTIATE_ROWS_(float)
PADDLE_INSTANTIATE_ROWS_(double)

}  // namespace paddle::operators::kernels
