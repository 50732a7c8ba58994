// The index space of a LoopNest as code for GPUs walks through it.
#pragma once

#include <cstdint>
#include <limits>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// How far each of K arrays has advanced.
template <int K>
struct DeviceOffsets {
  int64_t of[K];
};

// Some axes of a LoopNest: a small value that kernels capture.
template <int K>
class DeviceNest {
 public:
  DeviceNest() = default;
  // All axes.
  explicit DeviceNest(const LoopNest<K>& nest) {
    for (int axis = 0; axis < nest.rank(); ++axis) Add(nest, axis);
  }

  // Appends an axis of the nest, inside of those there are.
  void Add(const LoopNest<K>& nest, int axis) {
    sizes_[rank_] = nest.size(axis);
    for (int k = 0; k < K; ++k) strides_[rank_][k] = nest.stride(axis, k);
    total_ *= nest.size(axis);
    ++rank_;
  }

  PADDLE_HOST_DEVICE int64_t total() const { return total_; }

  // Of the iteration with this number, counted in row-major order. Divisions of
  // 32 bits are several times faster.
  PADDLE_HOST_DEVICE DeviceOffsets<K> operator()(int64_t iteration) const {
    if (total_ <= std::numeric_limits<int32_t>::max()) {
      return Seek(static_cast<uint32_t>(iteration));
    }
    return Seek(static_cast<uint64_t>(iteration));
  }

 private:
  template <typename Index>
  PADDLE_HOST_DEVICE DeviceOffsets<K> Seek(Index iteration) const {
    DeviceOffsets<K> offsets = {};
    for (int axis = rank_ - 1; axis > 0; --axis) {
      const Index size = static_cast<Index>(sizes_[axis]);
      const Index quotient = iteration / size;
      Advance(axis, iteration - quotient * size, &offsets);
      iteration = quotient;
    }
    if (rank_ > 0) Advance(0, iteration, &offsets);
    return offsets;
  }
  template <typename Index>
  PADDLE_HOST_DEVICE void Advance(int axis, Index steps,
                                  DeviceOffsets<K>* offsets) const {
    for (int k = 0; k < K; ++k) {
      offsets->of[k] += static_cast<int64_t>(steps) * strides_[axis][k];
    }
  }

  int rank_ = 0;
  int64_t total_ = 1;
  int64_t sizes_[framework::Dims::kMaxRank] = {};
  int64_t strides_[framework::Dims::kMaxRank][K] = {};
};

}  // namespace paddle::operators::kernels
