// The order in which a loop visits the elements of several arrays at once, some
// of them broadcast, reduced or permuted.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "paddle/framework/types/dims.h"

namespace paddle::operators::kernels {

// How many elements an array advances along each axis of an index space.
using Strides = std::array<int64_t, framework::Dims::kMaxRank>;

// Of a contiguous array of these dims.
Strides RowMajorStrides(const framework::Dims& dims);
// Of a contiguous array of `dims` that NumPy's rule spreads over `space`:
// aligned at the last axis, 0 where its size is 1 or missing. Internal error
// if the two do not broadcast.
Strides BroadcastStrides(const framework::Dims& dims,
                         const framework::Dims& space);

// An index space (the sizes of nested loops) and K arrays that are walked
// through it. Axes of size 1 are dropped, and neighbours along which every
// array advances evenly are merged: what is left has the longest inner loop.
// At least one axis is left. Immutable; cheap to make (no heap memory).
template <int K>
class LoopNest {
 public:
  using Offsets = std::array<int64_t, K>;

  LoopNest(const framework::Dims& space, const std::array<Strides, K>& strides);

  int rank() const { return rank_; }
  int64_t size(int axis) const { return axes_[axis].size; }
  // How far array k advances along an axis.
  int64_t stride(int axis, int k) const { return axes_[axis].strides[k]; }
  const Offsets& inner_strides() const { return axes_[rank_ - 1].strides; }
  // The number of iterations.
  int64_t total() const { return total_; }
  // Whether array k has an axis along which it does not advance.
  bool Repeats(int k) const;

  // Visits the iterations [begin, end), counted in row-major order:
  // body(offsets, length) for each run along the last axis; array k goes from
  // element offsets[k] in steps of inner_strides()[k].
  template <typename Body>
  void ForEachRun(int64_t begin, int64_t end, const Body& body) const;

 private:
  struct Axis {
    int64_t size;
    Offsets strides;
  };
  using Index = std::array<int64_t, framework::Dims::kMaxRank>;

  void AddAxis(int64_t size, const Offsets& strides);
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
  for (int axis = 0; axis < space.rank(); ++axis) {
    Offsets steps;
    for (int k = 0; k < K; ++k) steps[k] = strides[k][axis];
    AddAxis(space[axis], steps);
  }
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
    (*index)[axis] = iteration % axes_[axis].size;
    iteration /= axes_[axis].size;
    for (int k = 0; k < K; ++k) {
      offsets[k] += (*index)[axis] * axes_[axis].strides[k];
    }
  }
  return offsets;
}

// From the start of a run to the start of the next one.
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
