// Nested loops over several arrays at once, some of which are broadcast,
// reduced or permuted: these differ in strides alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "paddle/framework/types/dims.h"

namespace paddle::operators::kernels {

// The number of elements by which an array advances along each axis of an index
// space.
using Strides = std::array<int64_t, framework::Dims::kMaxRank>;

// Returns the strides of a contiguous row-major array of these dims; those of
// axes beyond its rank are 0.
Strides RowMajorStrides(const framework::Dims& dims);
// Returns the strides of a contiguous array of `dims` that is broadcast to
// `space` by NumPy's rule: aligned at the last axis, with stride 0 where its
// size is 1 or missing. Throws Internal if the two do not broadcast.
Strides BroadcastStrides(const framework::Dims& dims,
                         const framework::Dims& space);

// An index space (the sizes of nested loops) and K arrays that are walked
// through it. Axes of size 1 are dropped, and neighbouring axes over which
// every array advances evenly are merged, so that the innermost loop, the one
// that is vectorized, is as long as it can be: a contiguous tensor becomes a
// single axis. At least one axis is left. Immutable; cheap to make, without
// memory from the heap.
//
//   // out[i, j] = x[i, j] + b[j]; x and out contiguous
//   const LoopNest<3> nest(space, {RowMajorStrides(space),
//                                  BroadcastStrides(b_dims, space),
//                                  RowMajorStrides(space)});
template <int K>
class LoopNest {
 public:
  using Offsets = std::array<int64_t, K>;

  // strides[k][axis] is the stride of array k along an axis of `space`; it may
  // be 0 or negative.
  LoopNest(const framework::Dims& space, const std::array<Strides, K>& strides);

  int rank() const { return rank_; }
  int64_t size(int axis) const { return axes_[axis].size; }
  // Returns the number of elements by which array k advances along an axis.
  int64_t stride(int axis, int k) const { return axes_[axis].strides[k]; }
  const Offsets& inner_strides() const { return axes_[rank_ - 1].strides; }
  // The number of iterations.
  int64_t total() const { return total_; }
  // True if array k does not advance along some axis: several iterations share
  // an element. Of an output this says that something is reduced.
  bool Repeats(int k) const;

  // Visits the iterations [begin, end), counted in row-major order, so that
  // threads can share a nest by ranges: calls body(offsets, length) for each
  // run along the last axis, where array k begins at element offsets[k] and
  // advances by inner_strides()[k]. The first and the last run may be parts of
  // a row.
  template <typename Body>
  void ForEachRun(int64_t begin, int64_t end, const Body& body) const;

 private:
  struct Axis {
    int64_t size;
    Offsets strides;
  };
  using Index = std::array<int64_t, framework::Dims::kMaxRank>;

  void AddAxis(int64_t size, const Offsets& strides);
  // Returns the offsets of an iteration, and its index along each axis. It
  // divides once per axis; NextRun then goes on without dividing, which matters
  // where runs are short.
  Offsets Seek(int64_t iteration, Index* index) const;
  void NextRun(Index* index, Offsets* offsets) const;

  std::array<Axis, framework::Dims::kMaxRank> axes_;
  int rank_ = 0;
  int64_t total_ = 1;
};

// Merges the axis into the one before it if all arrays step evenly over both.
template <int K>
void LoopNest<K>::AddAxis(int64_t size, const Offsets& strides) {
  total_ *= size;
  if (size == 1) return;
  bool even = rank_ > 0;
  for (int k = 0; even && k < K; ++k) {
    even = axes_[rank_ - 1].strides[k] == strides[k] * size;
  }
  if (even) {
    axes_[rank_ - 1].size *= size;
    axes_[rank_ - 1].strides = strides;
  } else {
    axes_[rank_++] = {size, strides};
  }
}

template <int K>
LoopNest<K>::LoopNest(const framework::Dims& space,
                      const std::array<Strides, K>& strides) {
  // Outermost first: an axis merges into the one before it.
  for (int axis = 0; axis < space.rank(); ++axis) {
    Offsets steps;
    for (int k = 0; k < K; ++k) steps[k] = strides[k][axis];
    AddAxis(space[axis], steps);
  }
  // Nothing but axes of size 1: one iteration of a single element.
  if (rank_ > 0) return;
  axes_[0].size = 1;
  axes_[0].strides.fill(1);
  rank_ = 1;
}

template <int K>
bool LoopNest<K>::Repeats(int k) const {
  for (int axis = 0; axis < rank_; ++axis) {
    if (axes_[axis].strides[k] == 0) return true;
  }
  return false;
}

template <int K>
typename LoopNest<K>::Offsets LoopNest<K>::Seek(int64_t iteration,
                                                Index* index) const {
  Offsets offsets{};
  for (int axis = rank_ - 1; axis >= 0; --axis) {
    // Innermost first, as the last axis varies fastest.
    (*index)[axis] = iteration % axes_[axis].size;
    iteration /= axes_[axis].size;
    for (int k = 0; k < K; ++k) {
      offsets[k] += (*index)[axis] * axes_[axis].strides[k];
    }
  }
  return offsets;
}

// Advances from the start of a run to the start of the next one, as an odometer
// does: an axis that is at its end goes back to 0 and carries to the one before
// it.
template <int K>
void LoopNest<K>::NextRun(Index* index, Offsets* offsets) const {
  for (int axis = rank_ - 2; axis >= 0; --axis) {
    const Axis& a = axes_[axis];
    const bool carry = ++(*index)[axis] == a.size;
    for (int k = 0; k < K; ++k) {
      (*offsets)[k] += carry ? -(a.size - 1) * a.strides[k] : a.strides[k];
    }
    if (!carry) return;
    (*index)[axis] = 0;
  }
}

template <int K>
template <typename Body>
void LoopNest<K>::ForEachRun(int64_t begin, int64_t end,
                             const Body& body) const {
  if (begin >= end) return;
  const int64_t run = axes_[rank_ - 1].size;
  Index index;
  Offsets offsets = Seek(begin, &index);
  // Only the first run may begin inside a row: `skipped` elements of it belong
  // to the range before. The offsets go back to the start of the row before
  // NextRun, which counts from there.
  int64_t skipped = index[rank_ - 1];
  while (begin < end) {
    const int64_t length = std::min(run - skipped, end - begin);
    body(offsets, length);
    begin += length;
    for (int k = 0; k < K; ++k) {
      offsets[k] -= skipped * axes_[rank_ - 1].strides[k];
    }
    skipped = 0;
    NextRun(&index, &offsets);
  }
}

}  // namespace paddle::operators::kernels
