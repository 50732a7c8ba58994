#include "paddle/operators/math/rows/sequence_batch.h"

#include <algorithm>
#include <cstring>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

SequenceBatch::SequenceBatch(Offsets offsets, bool reverse)
    : sequences_(static_cast<int64_t>(offsets.size()) - 1),
      direction_(reverse ? -1 : 1) {
  const auto length = [&](int64_t i) { return offsets[i + 1] - offsets[i]; };
  for (int64_t i = 0; i < sequences_; ++i) steps_ = std::max(steps_, length(i));
  data_.resize(2 * sequences_ + steps_ + 1, 0);
  // The number of sequences longer than t, which is also the first rank of
  // those of length t: a counting sort, linear and stable. On the CPU for GPUs,
  // too: offsets are there, and so are the loops that ask for alive().
  int64_t* const alive = data_.data() + 2 * sequences_;
  for (int64_t i = 0; i < sequences_; ++i) {
    if (length(i) > 0) ++alive[length(i) - 1];
  }
  for (int64_t t = steps_ - 2; t >= 0; --t) alive[t] += alive[t + 1];
  for (int64_t i = 0; i < sequences_; ++i) {
    const int64_t rank = alive[length(i)]++;
    data_[rank] = i;
    data_[sequences_ + rank] = reverse ? offsets[i + 1] - 1 : offsets[i];
  }
  // Ranking the sequences of length t has raised alive[t] to what alive[t - 1]
  // was.
  for (int64_t t = 0; t < steps_; ++t) alive[t] = alive[t + 1];
}

namespace {

// Calls move(i) for each of `count` rows of `bytes` bytes, in parallel.
template <typename Move>
void ForEachRow(int64_t count, int64_t bytes, const Move& move) {
  constexpr int64_t kGrain = 65536;
  if (bytes == 0) return;
  platform::ParallelFor(count, kGrain / bytes + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) move(i);
                        });
}

template <typename RowOf>
void Gather(const Tensor& x, int64_t count, const RowOf& row_of, Tensor* out) {
  const int64_t bytes = RowBytes(x);
  const char* from = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out->raw_mutable_data());
  ForEachRow(count, bytes, [=](int64_t i) {
    std::memcpy(to + i * bytes, from + row_of(i) * bytes, bytes);
  });
}

template <typename RowOf>
void Scatter(const Tensor& x, int64_t count, const RowOf& row_of, Tensor* out) {
  const int64_t bytes = RowBytes(x);
  const char* from = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out->raw_mutable_data());
  ForEachRow(count, bytes, [=](int64_t i) {
    std::memcpy(to + row_of(i) * bytes, from + i * bytes, bytes);
  });
}

template <typename T, typename RowOf>
void ScatterAdd(const Tensor& x, int64_t count, const RowOf& row_of,
                Tensor* out) {
  const int64_t width = RowWidth(x);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachRow(count, RowBytes(x), [=](int64_t i) {
    const T* source = from + i * width;
    T* sum = to + row_of(i) * width;
    AssignRun(width, sum, [=](int64_t j) { return sum[j] + source[j]; });
  });
}

}  // namespace

template <class Device>
void GatherRows(const Device&, const Tensor& x, absl::Span<const int64_t> rows,
                Tensor* out) {
  Gather(
      x, rows.size(), [rows](int64_t i) { return rows[i]; }, out);
}

template <class Device>
void ScatterRows(const Device&, const Tensor& x, absl::Span<const int64_t> rows,
                 Tensor* out) {
  Scatter(
      x, rows.size(), [rows](int64_t i) { return rows[i]; }, out);
}

template <class Device, class T>
void ScatterAddRows(const Device&, const Tensor& x,
                    absl::Span<const int64_t> rows, Tensor* out) {
  ScatterAdd<T>(
      x, rows.size(), [rows](int64_t i) { return rows[i]; }, out);
}

template <class Device>
void GatherStep(const Device&, const SequenceBatch& batch, int64_t step,
                const Tensor& x, Tensor* out) {
  Gather(
      x, batch.alive(step),
      [&batch, step](int64_t i) { return batch.row(step, i); }, out);
}

template <class Device>
void ScatterStep(const Device&, const SequenceBatch& batch, int64_t step,
                 const Tensor& x, Tensor* out) {
  Scatter(
      x, batch.alive(step),
      [&batch, step](int64_t i) { return batch.row(step, i); }, out);
}

template <class Device, class T>
void ScatterAddStep(const Device&, const SequenceBatch& batch, int64_t step,
                    const Tensor& x, Tensor* out) {
  ScatterAdd<T>(
      x, batch.alive(step),
      [&batch, step](int64_t i) { return batch.row(step, i); }, out);
}

PADDLE_INSTANTIATE(ScatterAddRows, platform::CPUDeviceContext, float, double,
                   int32_t, int64_t);
PADDLE_INSTANTIATE(ScatterAddStep, platform::CPUDeviceContext, float, double,
                   int32_t, int64_t);
PADDLE_INSTANTIATE_ONE(GatherRows<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(ScatterRows<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(GatherStep<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(ScatterStep<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
