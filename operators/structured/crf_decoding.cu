#include <limits>

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/rows/row_inputs.cuh"
#include "paddle/operators/structured/crf_chain.h"
#include "paddle/operators/structured/crf_decoding.h"
#include "paddle/operators/structured/crf_team.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Team;

// Computes in `best` the highest score of all paths through v to each tag of
// the next row, and in `from` the tag before the last. A lane per tag.
template <typename T>
PADDLE_DEVICE void BestStep(const Team& team, const Chain<T>& chain, const T* v,
                            T* best, int32_t* from) {
  const int64_t n = chain.tags;
  for (int64_t j = team.lane(); j < n; j += team.size()) {
    T most = -std::numeric_limits<T>::infinity();
    int32_t tag = 0;
    for (int64_t i = 0; i < n; ++i) {
      const T score = v[i] + chain.steps[i * n + j];
      if (!(score > most)) continue;
      most = score;
      tag = static_cast<int32_t>(i);
    }
    best[j] = most;
    from[j] = tag;
  }
}

// Follows the best path backwards. One thread does it: each step depends on the
// one before it.
template <typename T>
PADDLE_DEVICE void Backtrack(const Chain<T>& chain, int64_t rows, const T* v,
                             const int32_t* from, int64_t* path) {
  const int64_t n = chain.tags;
  int64_t tag = 0;
  for (int64_t j = 1; j < n; ++j) {
    if (v[j] + chain.stop[j] > v[tag] + chain.stop[tag]) tag = j;
  }
  for (int64_t t = rows - 1; t > 0; --t) {
    path[t] = tag;
    tag = from[t * n + tag];
  }
  path[0] = tag;
}

// `scratch` holds two rows.
template <typename T>
PADDLE_DEVICE void BestPath(const Team& team, const Chain<T>& chain,
                            int64_t rows, const T* emission, T* scratch,
                            int32_t* from, int64_t* path) {
  const int64_t n = chain.tags;
  T* v = scratch;
  T* next = scratch + n;
  for (int64_t j = team.lane(); j < n; j += team.size()) v[j] = chain.start[j];
  AddEmissionByTeam(team, n, emission, v);
  for (int64_t t = 1; t < rows; ++t) {
    team.Barrier();
    BestStep(team, chain, v, next, from + t * n);
    AddEmissionByTeam(team, n, emission + t * n, next);
    NormalizeByTeam(team, n, next);
    T* const done = v;
    v = next;
    next = done;
  }
  team.Barrier();
  if (team.lane() == 0) Backtrack(chain, rows, v, from, path);
}

}  // namespace

template <class Device, class T>
void CrfDecoding(const Device& device, const Tensor& emission,
                 const Tensor& transition, const Tensor* label, Offsets offsets,
                 Workspace workspace, Tensor* path) {
  const Chain<T> chain(transition);
  const int64_t n = chain.tags, rows = offsets.back();
  const int64_t count = static_cast<int64_t>(offsets.size()) - 1;
  const DeviceCopy copy(device, offsets);
  const int64_t* starts = copy.data();
  const int64_t room = 2 * n * count;
  T* const scratch =
      static_cast<T*>(workspace(room * sizeof(T) + rows * n * sizeof(int32_t)));
  int32_t* const from = reinterpret_cast<int32_t*>(scratch + room);
  const T* scores = emission.data<T>();
  int64_t* tags = path->mutable_data<int64_t>();
  platform::ForEachTeam(device, count, n, [=] PADDLE_DEVICE(const Team& team) {
    const int64_t begin = starts[team.index()];
    const int64_t size = starts[team.index() + 1] - begin;
    if (size == 0) return;
    BestPath(team, chain, size, scores + begin * n,
             scratch + team.index() * 2 * n, from + begin * n, tags + begin);
  });
  if (label == nullptr) return;
  const RowLabels<> right(device, "crf_decoding: Label", *label, n);
  platform::ForEach(device, rows, [=] PADDLE_DEVICE(int64_t r) {
    tags[r] = tags[r] == right[r];
  });
}

PADDLE_INSTANTIATE(CrfDecoding, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
