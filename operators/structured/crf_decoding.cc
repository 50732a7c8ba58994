#include "paddle/operators/structured/crf_decoding.h"

#include <algorithm>
#include <limits>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/structured/crf_chain.h"
#include "paddle/operators/structured/log_matrix.h"
#include "paddle/operators/structured/sequence_groups.h"
#include "paddle/operators/structured/sequence_labels.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Replaces v by the highest scores of all paths to each tag of the next row,
// and stores the tag before the last on that path in `from`. The outer loop is
// over the tags before, so that the inner one is contiguous and vectorizes.
template <typename T>
void BestStep(const Chain<T>& chain, const T* emission, T* v, T* best,
              int32_t* from) {
  const int64_t n = chain.tags;
  std::fill_n(from, n, 0);
  std::fill_n(best, n, -std::numeric_limits<T>::infinity());
  for (int64_t i = 0; i < n; ++i) {
    const T before = v[i];
    const T* step = chain.steps + i * n;
    const auto tag = static_cast<int32_t>(i);
    ForIndependent(n, [=](int64_t j) {
      const T score = before + step[j];
      const bool better = score > best[j];
      best[j] = better ? score : best[j];
      from[j] = better ? tag : from[j];
    });
  }
  std::copy_n(best, n, v);
  // Normalized in every step, so that long sequences neither overflow nor lose
  // precision. A constant does not change which path is best.
  AddEmission(n, emission, v);
  Normalize(n, v);
}

// `from` holds a row of tags for each row; `scratch`, two rows.
template <typename T>
void BestPath(const Chain<T>& chain, int64_t rows, const T* emission,
              T* scratch, int32_t* from, int64_t* path) {
  const int64_t n = chain.tags;
  T* const v = scratch;
  std::copy_n(chain.start, n, v);
  AddEmission(n, emission, v);
  for (int64_t t = 1; t < rows; ++t) {
    BestStep(chain, emission + t * n, v, scratch + n, from + t * n);
  }
  const T* stop = chain.stop;
  AssignRun(n, v, [=](int64_t j) { return v[j] + stop[j]; });
  path[rows - 1] = std::max_element(v, v + n) - v;
  for (int64_t t = rows - 1; t > 0; --t) {
    path[t - 1] = from[t * n + path[t]];
  }
}

}  // namespace

template <class Device, class T>
void CrfDecoding(const Device&, const Tensor& emission,
                 const Tensor& transition, const Tensor* label, Offsets offsets,
                 Workspace workspace, Tensor* path) {
  const Chain<T> chain(transition);
  const int64_t n = chain.tags;
  const int64_t* labels = nullptr;
  if (label != nullptr) {
    CheckLabels("label", *label, offsets, n);
    labels = label->data<int64_t>();
  }
  const int64_t room = GroupsOf(offsets) * 2 * n;
  T* const scratch = static_cast<T*>(
      workspace(room * sizeof(T) + offsets.back() * n * sizeof(int32_t)));
  auto* const from = reinterpret_cast<int32_t*>(scratch + room);
  const T* scores = emission.data<T>();
  int64_t* tags = path->mutable_data<int64_t>();
  ForEachGroup(offsets, n * n, [&](int64_t group, int64_t i, int64_t last) {
    for (; i < last; ++i) {
      const int64_t begin = offsets[i], end = offsets[i + 1];
      if (begin == end) continue;
      BestPath(chain, end - begin, scores + begin * n, scratch + group * 2 * n,
               from + begin * n, tags + begin);
      if (labels == nullptr) continue;
      for (int64_t r = begin; r < end; ++r) tags[r] = tags[r] == labels[r];
    }
  });
}

PADDLE_INSTANTIATE(CrfDecoding, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
