#include "paddle/operators/math/loops/strided_copy.h"

#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

constexpr int64_t kGrain = 32768;

// Copies to[j * to_stride] = from[j * from_stride]. The strides 1, 0 and -1,
// which pasting, repeating and flipping have, get loops that are vectorized.
template <typename T>
void MoveRun(int64_t size, const T* from, int64_t from_stride, T* to,
             int64_t to_stride) {
  if (to_stride != 1) {
    for (int64_t j = 0; j < size; ++j) {
      to[j * to_stride] = from[j * from_stride];
    }
  } else if (from_stride == 1) {
    std::copy_n(from, size, to);
  } else if (from_stride == 0) {
    const T element = *from;
    ForIndependent(size, [=](int64_t j) { to[j] = element; });
  } else if (from_stride == -1) {
    ForIndependent(size, [=](int64_t j) { to[j] = from[-j]; });
  } else {
    for (int64_t j = 0; j < size; ++j) to[j] = from[j * from_stride];
  }
}

// Copies elements of the size of T, which need not be their type.
template <typename T>
void Move(const Dims& space, const void* from, const Walk& from_walk, void* to,
          const Walk& to_walk) {
  const LoopNest<2> nest(space, {from_walk.strides, to_walk.strides});
  const auto [from_stride, to_stride] = nest.inner_strides();
  const T* source = static_cast<const T*>(from) + from_walk.first;
  T* target = static_cast<T*>(to) + to_walk.first;
  platform::ParallelFor(
      nest.total(), kGrain,
      [&, from_stride = from_stride, to_stride = to_stride](int64_t begin,
                                                            int64_t end) {
        nest.ForEachRun(begin, end, [&](const auto& offsets, int64_t length) {
          MoveRun(length, source + offsets[0], from_stride, target + offsets[1],
                  to_stride);
        });
      });
}

}  // namespace

template <class Device>
void CopyStrided(const Device& device, const Dims& space, const Tensor& from,
                 const Walk& from_walk, const Walk& to_walk, Tensor* to) {
  CopyStridedElements(device, framework::SizeOf(from.dtype()), space,
                      from.raw_data(), from_walk, to->raw_mutable_data(),
                      to_walk);
}

template <class Device>
void CopyStridedElements(const Device& device, size_t element_size,
                         const Dims& space, const void* from,
                         const Walk& from_walk, void* to, const Walk& to_walk) {
  if (space.Numel() == 0) return;
  if constexpr (platform::kIsCUDA<Device>) {
    CopyStridedOnCUDA(device, element_size, space, from, from_walk, to,
                      to_walk);
  } else {
    switch (element_size) {
      case 1:
        return Move<uint8_t>(space, from, from_walk, to, to_walk);
      case 2:
        return Move<uint16_t>(space, from, from_walk, to, to_walk);
      case 4:
        return Move<uint32_t>(space, from, from_walk, to, to_walk);
      default:
        return Move<uint64_t>(space, from, from_walk, to, to_walk);
    }
  }
}

PADDLE_INSTANTIATE_ONE(CopyStrided<PADDLE_TARGET_DEVICE>);
PADDLE_INSTANTIATE_ONE(CopyStridedElements<PADDLE_TARGET_DEVICE>);

}  // namespace paddle::operators::kernels
