// A LoopNest for GPU kernels: each thread computes the offsets of its own
// iteration.
//
//   const DeviceNest<2> nest(LoopNest<2>(space, {x_strides, y_strides}));
//   platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
//     const DeviceOffsets<2> at = nest(i);
//     y[at.of[1]] = x[at.of[0]];
//   });
#pragma once

#include <cstdint>
#include <limits>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The offset in each of K arrays, in elements. A struct, because functions
// cannot return arrays.
template <int K>
struct DeviceOffsets {
  int64_t of[K];
};

// Some axes of a LoopNest: a small value that kernels capture by copy. LoopNest
// itself is for the host, where iterations follow one another; the threads of a
// GPU begin anywhere.
template <int K>
class DeviceNest {
 public:
  DeviceNest() = default;
  // Takes all axes of the nest.
  explicit DeviceNest(const LoopNest<K>& nest) {
    for (int axis = 0; axis < nest.rank(); ++axis) Add(nest, axis);
  }

  // Appends an axis of the nest as the innermost one; reductions take some of a
  // nest's axes here and the others there.
  void Add(const LoopNest<K>& nest, int axis) {
    sizes_[rank_] = nest.size(axis);
    for (int k = 0; k < K; ++k) strides_[rank_][k] = nest.stride(axis, k);
    total_ *= nest.size(axis);
    ++rank_;
  }

  // Returns the number of iterations.
  PADDLE_HOST_DEVICE int64_t total() const { return total_; }

  // Returns the offsets of the iteration with this number, counted in row-major
  // order. GPUs have no instruction for division: one of 32 bits is several
  // times faster than one of 64, so indices that fit are divided in 32 bits.
  PADDLE_HOST_DEVICE DeviceOffsets<K> operator()(int64_t iteration) const {
    if (total_ <= std::numeric_limits<int32_t>::max()) {
      return Seek(static_cast<uint32_t>(iteration));
    }
    return Seek(static_cast<uint64_t>(iteration));
  }

 private:
  // Peels the index off axis by axis. The outermost axis needs no division:
  // what is left is its index. A contiguous tensor, which has a single axis,
  // thus needs none at all.
  template <typename Index>
  PADDLE_HOST_DEVICE DeviceOffsets<K> Seek(Index iteration) const {
    DeviceOffsets<K> offsets = {};
    for (int axis = rank_ - 1; axis > 0; --axis) {
      const Index size = static_cast<Index>(sizes_[axis]);
      // One division; the remainder is a product and a difference.
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

  // Plain arrays, as std::array has no functions on a GPU.
  int rank_ = 0;
  int64_t total_ = 1;
  int64_t sizes_[framework::Dims::kMaxRank] = {};
  int64_t strides_[framework::Dims::kMaxRank][K] = {};
};

}  // namespace paddle::operators::kernels
