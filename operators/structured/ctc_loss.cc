#include "paddle/operators/structured/ctc_loss.h"

#include <vector>

#include "paddle/operators/structured/ctc_batch.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename T>
CtcBatch<T> BatchOf(const Tensor& logits, Offsets frames, const Tensor& labels,
                    Offsets label_offsets, int64_t blank, double* log_sums) {
  const int64_t classes = logits.dims()[1];
  const T* data = logits.data<T>();
  platform::ParallelFor(
      logits.dims()[0], 16384 / classes + 1, [=](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
          log_sums[t] = LogSumOfRow(data + t * classes, classes);
        }
      });
  return {data,    classes,       labels.data<int64_t>(),
          blank,   frames.data(), label_offsets.data(),
          log_sums};
}

// Calls body(i) for each sequence, in parallel.
template <typename Body>
void ForEachCtc(Offsets frames, const Body& body) {
  platform::ParallelFor(static_cast<int64_t>(frames.size()) - 1, 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) {
                            platform::CheckCancellation();
                            body(i);
                          }
                        });
}

}  // namespace

template <class Device, class T>
void CtcLoss(const Device&, const Tensor& logits, Offsets frames,
             const Tensor& labels, Offsets label_offsets, int64_t blank,
             Workspace workspace, Tensor* loss) {
  CheckCtcLabels(labels, label_offsets, logits.dims()[1], blank);
  const int64_t rows = logits.dims()[0];
  auto* const sums = static_cast<double*>(
      workspace((rows + CtcStates(label_offsets)) * sizeof(double)));
  const auto batch =
      BatchOf<T>(logits, frames, labels, label_offsets, blank, sums);
  T* to = loss->mutable_data<T>();
  ForEachCtc(frames, [&](int64_t i) {
    to[i] = static_cast<T>(
        -batch.At(i).Forward(sums + rows + batch.StatesBefore(i), 0));
  });
}

template <class Device, class T>
void CtcLossGrad(const Device&, const Tensor& logits, Offsets frames,
                 const Tensor& labels, Offsets label_offsets,
                 const Tensor& d_loss, int64_t blank, bool norm_by_times,
                 Workspace workspace, Tensor* d_logits) {
  CheckCtcLabels(labels, label_offsets, logits.dims()[1], blank);
  const int64_t rows = logits.dims()[0];
  const int64_t states = CtcStates(label_offsets);
  const std::vector<int64_t> tables = CtcTables(frames, label_offsets);
  auto* const sums = static_cast<double*>(
      workspace((rows + states + tables.back()) * sizeof(double)));
  double* const betas = sums + rows;
  const auto batch =
      BatchOf<T>(logits, frames, labels, label_offsets, blank, sums);
  const T* g = d_loss.data<T>();
  T* to = d_logits->mutable_data<T>();
  ForEachCtc(frames, [&](int64_t i) {
    const CtcSequence<T> one = batch.At(i);
    const double scale = static_cast<double>(g[i]) /
                         static_cast<double>(norm_by_times ? one.frames : 1);
    one.Backward(scale, betas + states + tables[i],
                 betas + batch.StatesBefore(i), to + frames[i] * one.classes);
  });
}

PADDLE_INSTANTIATE(CtcLoss, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(CtcLossGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
