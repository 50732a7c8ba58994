#include <limits>

#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/device/first_items.cuh"
#include "paddle/operators/math/device/ordering.h"
#include "paddle/operators/search/beam_search.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::DeviceErrors;
using platform::Team;

template <typename T>
constexpr T kAbsent = -std::numeric_limits<T>::infinity();

// Returns an item, absent if its score is -inf or NaN. A NaN is also reported:
// kernels cannot throw.
template <typename T>
PADDLE_DEVICE Item<T> Candidate(T score, int64_t index,
                                const DeviceErrors& errors, int64_t row,
                                int64_t column) {
  if (score != score) {
    errors.Report(platform::DeviceErrorCode::kNotANumber, row, column);
  }
  return {score, score > kAbsent<T> ? index : -1};
}

// The candidates of a row, numbered like its columns, and the place of the
// best.
template <typename T>
struct BestOfRow {
  PADDLE_DEVICE Item<T> Get(int64_t c) const {
    return Candidate(base + scores[c], c, errors, row, c);
  }
  PADDLE_DEVICE void Put(int64_t place, const Item<T>& item) const {
    best[place] = item;
  }
  const T* scores;
  T base;
  DeviceErrors errors;
  int64_t row;
  Item<T>* best;
};

// The hypotheses of a step, and the outputs of the step.
template <typename T>
struct Hypotheses {
  BeamOptions options;
  const int64_t* last;
  const T* so_far;
  const T* scores;
  const int64_t* words;  // may be null
  int64_t count;         // of a row's candidates
  DeviceErrors of_row, of_candidate;
  Item<T>* best;  // the best candidates of each row, as many as it has
  int64_t* to_words;
  T* to_scores;
  int64_t* to_parents;

  PADDLE_DEVICE bool IsFinished(int64_t row) const {
    return last[row] == options.end_id;
  }
  // Finds the best candidates of a row; a finished one has itself, in column 0.
  PADDLE_DEVICE void FindBest(const Team& team, int64_t row) const {
    const Item<T> itself = Candidate(so_far[row], 0, of_row, row, 0);
    Item<T>* to = best + row * options.width;
    if (itself.index < 0 || IsFinished(row)) {
      for (int64_t k = team.lane(); k < options.width; k += team.size()) {
        to[k] = k == 0 ? itself : Item<T>{kAbsent<T>, -1};
      }
      return;
    }
    const T base = options.is_accumulated ? T(0) : so_far[row];
    PutFirstItems<Above, T>(
        team, count, options.width,
        BestOfRow<T>{scores + row * count, base, of_candidate, row, to});
  }
};

// Chooses the best of the candidates of a source's rows, and writes its
// outputs.
template <typename T>
struct BestOfSource {
  PADDLE_DEVICE Item<T> Get(int64_t i) const {
    const Item<T>& item = all.best[first * all.options.width + i];
    return {item.value, item.index < 0 ? -1 : i};
  }
  PADDLE_DEVICE void Put(int64_t place, const Item<T>& item) const {
    const int64_t to = first + place;
    all.to_scores[to] = item.index < 0 ? kAbsent<T> : item.value;
    all.to_words[to] = all.options.end_id;
    all.to_parents[to] = to;
    if (item.index < 0) return;
    const int64_t width = all.options.width;
    const int64_t row = first + item.index / width;
    all.to_parents[to] = row;
    if (all.IsFinished(row)) return;
    const int64_t c = all.best[first * width + item.index].index;
    all.to_words[to] =
        all.words == nullptr ? c : all.words[row * all.count + c];
  }
  Hypotheses<T> all;
  int64_t first;
};

}  // namespace

// Two passes: a team per row selects K of many candidates, then a team per
// source selects K of K * K. One team per source alone would leave a GPU idle.
template <class Device, class T>
void BeamSearch(const Device& device, const BeamOptions& options,
                const Tensor& pre_ids, const Tensor& pre_scores,
                const Tensor& scores, const Tensor* ids, Tensor* selected_ids,
                Tensor* selected_scores, Tensor* parents) {
  const int64_t rows = pre_ids.numel(), width = options.width;
  const int64_t count = scores.dims()[1];
  const DeviceScratch<Item<T>> best(device, rows * width);
  const Hypotheses<T> all{options,
                          pre_ids.data<int64_t>(),
                          pre_scores.data<T>(),
                          scores.data<T>(),
                          ids == nullptr ? nullptr : ids->data<int64_t>(),
                          count,
                          platform::ErrorsOf(device, "beam_search: pre_scores"),
                          platform::ErrorsOf(device, "beam_search: scores"),
                          best.data(),
                          selected_ids->mutable_data<int64_t>(),
                          selected_scores->mutable_data<T>(),
                          parents->mutable_data<int64_t>()};
  platform::ForEachTeam(device, rows, count,
                        [=] PADDLE_DEVICE(const Team& team) {
                          all.FindBest(team, team.index());
                        });
  platform::ForEachTeam(
      device, rows / width, width * width, [=] PADDLE_DEVICE(const Team& team) {
        PutFirstItems<Above, T>(team, width * width, width,
                                BestOfSource<T>{all, team.index() * width});
      });
}

PADDLE_INSTANTIATE(BeamSearch, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
