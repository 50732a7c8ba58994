#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/rows/row_inputs.cuh"
#include "paddle/operators/metric/class_counts.h"
#include "paddle/operators/metric/class_scores.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Team;

PADDLE_HOST_DEVICE ClassState Sum(const ClassState& a, const ClassState& b) {
  return {
      a.true_positive + b.true_positive, a.false_positive + b.false_positive,
      a.true_negative + b.true_negative, a.false_negative + b.false_negative};
}

}  // namespace

// Each class is counted by a team of its own, which looks at all rows: no
// atomic additions, whose order would change the last bits of sums of weights.
template <class Device, class T>
void PrecisionRecall(const Device& device, const Tensor& predicted,
                     const Tensor& right, const Tensor* weights,
                     const Tensor* states, Tensor* batch, Tensor* total,
                     Tensor* states_out) {
  const int64_t classes = states_out->dims()[0];
  const RowLabels<> said(device, "precision_recall: Indices", predicted,
                         classes);
  const RowLabels<> is(device, "precision_recall: Labels", right, classes);
  const OrOnes<T> weight(weights);
  const auto* old = reinterpret_cast<const ClassState*>(
      states == nullptr ? nullptr : states->data<double>());
  auto* sums =
      reinterpret_cast<ClassState*>(states_out->mutable_data<double>());
  const DeviceMemory memory(device, classes * sizeof(ClassState));
  ClassState* now = memory.data<ClassState>();
  const int64_t rows = predicted.numel();
  platform::ForEachTeam(
      device, classes, rows, [=] PADDLE_DEVICE(const Team& team) {
        const int64_t c = team.index();
        ClassState s;
        for (int64_t i = team.lane(); i < rows; i += team.size()) {
          const double w = weight[i];
          const bool positive = said[i] == c, truly = is[i] == c;
          if (positive) (truly ? s.true_positive : s.false_positive) += w;
          if (!positive) (truly ? s.false_negative : s.true_negative) += w;
        }
        const SumReducer sum;
        s.true_positive = team.Reduce(s.true_positive, sum);
        s.false_positive = team.Reduce(s.false_positive, sum);
        s.true_negative = team.Reduce(s.true_negative, sum);
        s.false_negative = team.Reduce(s.false_negative, sum);
        if (team.lane() != 0) return;
        // The batch by itself is kept apart, for its averages.
        now[c] = s;
        sums[c] = old == nullptr ? s : Sum(old[c], s);
      });
  double* of_batch = batch->mutable_data<double>();
  double* of_all = total->mutable_data<double>();
  // One thread averages: classes are few, and the order of the sum stays fixed.
  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) {
    Average(classes, now, of_batch);
    Average(classes, sums, of_all);
  });
}

// A team per class, as above; counts are integers, so any order would do.
template <class Device, class I>
void MeanIou(const Device& device, const Tensor& predicted, const Tensor& right,
             const Tensor* wrong, const Tensor* correct, Tensor* wrong_out,
             Tensor* correct_out, Tensor* mean) {
  const int64_t classes = wrong_out->numel();
  const RowLabels<I> said(device, "mean_iou: Predictions", predicted, classes);
  const RowLabels<I> is(device, "mean_iou: Labels", right, classes);
  const auto data = [](const Tensor* tensor) {
    return tensor == nullptr ? nullptr : tensor->data<int64_t>();
  };
  const int64_t* old_either = data(wrong);
  const int64_t* old_both = data(correct);
  int64_t* either = wrong_out->mutable_data<int64_t>();
  int64_t* both = correct_out->mutable_data<int64_t>();
  const int64_t size = predicted.numel();
  platform::ForEachTeam(
      device, classes, size, [=] PADDLE_DEVICE(const Team& team) {
        const int64_t c = team.index();
        int64_t in_one = 0, in_both = 0;
        for (int64_t i = team.lane(); i < size; i += team.size()) {
          const bool a = said[i] == c, b = is[i] == c;
          in_one += a != b;
          in_both += a && b;
        }
        in_one = team.Reduce(in_one, SumReducer());
        in_both = team.Reduce(in_both, SumReducer());
        if (team.lane() != 0) return;
        either[c] = in_one + (old_either == nullptr ? 0 : old_either[c]);
        both[c] = in_both + (old_both == nullptr ? 0 : old_both[c]);
      });
  double* result = mean->mutable_data<double>();
  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) {
    *result = MeanOfRatios(classes, either, both);
  });
}

PADDLE_INSTANTIATE(PrecisionRecall, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(MeanIou, platform::CUDADeviceContext, int32_t, int64_t);

}  // namespace paddle::operators::kernels
