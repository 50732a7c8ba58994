#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/metric/auc.h"
#include "paddle/operators/metric/roc.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::DeviceErrorCode;
using platform::Team;

// The rows and the bins that their scores go to. A kernel cannot throw: a bad
// score or label is noted, and counts in bin 0 or as negative until it is
// reported.
template <typename T>
struct ScoredRows {
  const T* scores;
  const int64_t* labels;
  int64_t rows, columns, bins;
  platform::DeviceErrors bad_score, bad_label;

  PADDLE_HOST_DEVICE int64_t Bin(int64_t row) const {
    const double score = platform::Widened(scores[row * columns + columns - 1]);
    const bool valid = score >= 0 && score <= 1;
    const double last = static_cast<double>(bins - 1);
    const int64_t bin = valid ? static_cast<int64_t>(score * last) : -1;
    return bad_score.Checked(bin, bins);
  }
  PADDLE_HOST_DEVICE bool IsPositive(int64_t row) const {
    return bad_label.Checked(labels[row], 2, DeviceErrorCode::kLabel) != 0;
  }
};

}  // namespace

// Each bin is counted by a team of its own, which looks at where all rows
// belong: without atomic additions, and rows are checked once, not by every
// team.
template <class Device, class T>
void CountScores(const Device& device, const Tensor& scores,
                 const Tensor& label, const Tensor& positives,
                 const Tensor& negatives, Tensor* positives_out,
                 Tensor* negatives_out) {
  const int64_t rows = label.numel(), bins = positives.numel();
  const ScoredRows<T> all{scores.data<T>(),
                          label.data<int64_t>(),
                          rows,
                          rows == 0 ? 1 : scores.numel() / rows,
                          bins,
                          platform::ErrorsOf(device, "auc: Predict"),
                          platform::ErrorsOf(device, "auc: Label")};
  const int64_t* old_positives = positives.data<int64_t>();
  const int64_t* old_negatives = negatives.data<int64_t>();
  int64_t* new_positives = positives_out->mutable_data<int64_t>();
  int64_t* new_negatives = negatives_out->mutable_data<int64_t>();
  const DeviceScratch<int64_t> places(device, rows);
  int64_t* const place = places.data();
  platform::ForEach(device, rows, [=] PADDLE_DEVICE(int64_t row) {
    // Bin and label in one number, so that teams read memory once per row.
    place[row] = 2 * all.Bin(row) + all.IsPositive(row);
  });
  platform::ForEachTeam(
      device, bins, rows, [=] PADDLE_DEVICE(const Team& team) {
        const int64_t bin = team.index();
        int64_t of_bin = 0, positive = 0;
        for (int64_t row = team.lane(); row < rows; row += team.size()) {
          if (place[row] / 2 != bin) continue;
          ++of_bin;
          positive += place[row] % 2;
        }
        of_bin = team.Reduce(of_bin, SumReducer());
        positive = team.Reduce(positive, SumReducer());
        if (team.lane() != 0) return;
        new_positives[bin] = old_positives[bin] + positive;
        new_negatives[bin] = old_negatives[bin] + of_bin - positive;
      });
}

// One thread: the sum over bins runs in order, and the counts need not travel
// to the CPU.
template <class Device>
void AreaUnder(const Device& device, Curve curve, const Tensor& positives,
               const Tensor& negatives, double* area) {
  const int64_t bins = positives.numel();
  const int64_t* found = positives.data<int64_t>();
  const int64_t* wrong = negatives.data<int64_t>();
  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) {
    *area = internal::AreaUnderCurve(curve, bins, found, wrong);
  });
}

PADDLE_INSTANTIATE(CountScores, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE_ONE(AreaUnder<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
