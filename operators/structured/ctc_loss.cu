#include <vector>

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/structured/ctc_batch.h"
#include "paddle/operators/structured/ctc_loss.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Computes the sums of the frames; `frames` and `counts` are on the device.
template <typename T>
CtcBatch<T> BatchOf(const platform::CUDADeviceContext& device,
                    const Tensor& logits, const int64_t* frames,
                    const Tensor& labels, const int64_t* counts, int64_t blank,
                    double* log_sums) {
  const int64_t classes = logits.dims()[1];
  const T* data = logits.data<T>();
  platform::ForEach(device, logits.dims()[0], [=] PADDLE_DEVICE(int64_t t) {
    log_sums[t] = LogSumOfRow(data + t * classes, classes);
  });
  return {data,   classes, labels.data<int64_t>(), blank, frames,
          counts, log_sums};
}

}  // namespace

// One thread a sequence: frames depend on each other.
template <class Device, class T>
void CtcLoss(const Device& device, const Tensor& logits, Offsets frames,
             const Tensor& labels, Offsets label_offsets, int64_t blank,
             Workspace workspace, Tensor* loss) {
  CheckCtcLabels(labels, label_offsets, logits.dims()[1], blank);
  const int64_t rows = logits.dims()[0];
  auto* const sums = static_cast<double*>(
      workspace((rows + CtcStates(label_offsets)) * sizeof(double)));
  const DeviceCopy of_frames(device, frames), of_labels(device, label_offsets);
  const auto batch = BatchOf<T>(device, logits, of_frames.data(), labels,
                                of_labels.data(), blank, sums);
  T* to = loss->mutable_data<T>();
  platform::ForEach(device, static_cast<int64_t>(frames.size()) - 1,
                    [=] PADDLE_DEVICE(int64_t i) {
                      to[i] = static_cast<T>(-batch.At(i).Forward(
                          sums + rows + batch.StatesBefore(i), 0));
                    });
}

template <class Device, class T>
void CtcLossGrad(const Device& device, const Tensor& logits, Offsets frames,
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
  const DeviceCopy of_frames(device, frames), of_labels(device, label_offsets);
  const DeviceCopy of_tables(device, tables);
  const int64_t* places = of_tables.data();
  const auto batch = BatchOf<T>(device, logits, of_frames.data(), labels,
                                of_labels.data(), blank, sums);
  const T* g = d_loss.data<T>();
  T* to = d_logits->mutable_data<T>();
  platform::ForEach(device, static_cast<int64_t>(frames.size()) - 1,
                    [=] PADDLE_DEVICE(int64_t i) {
                      const CtcSequence<T> one = batch.At(i);
                      const double scale =
                          static_cast<double>(g[i]) /
                          static_cast<double>(norm_by_times ? one.frames : 1);
                      one.Backward(scale, betas + states + places[i],
                                   betas + batch.StatesBefore(i),
                                   to + batch.frames[i] * one.classes);
                    });
}

PADDLE_INSTANTIATE(CtcLoss, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(CtcLossGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
