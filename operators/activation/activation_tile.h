// The tiles of kernels that compute a functor of one tensor.
#pragma once

#include <cstdint>
#include <type_traits>

#include "paddle/operators/activation/activation_loops.h"
#include "paddle/operators/common/elementwise_tile.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators {

// Computes tiles by the functor that a kernel has:
//
//   template <typename Visit> void WithFunctor(const Visit& visit) const;
//
// calls visit(functor) with one of its functors. On GPUs there are no tiles.
template <class Device, class T, class Kernel>
class ActivationTile : public ElementwiseTile {
 public:
  void ComputeTile(int64_t size, const void* const* in,
                   void* out) const override {
    if constexpr (!platform::kIsCUDA<Device>) {
      const TileArrays<T> arrays(in, out);
      kernel().WithFunctor([&](const auto& functor) {
        kernels::ActivateElements(functor, size, arrays.in(0), arrays.out());
      });
    }
  }
  bool ComputesSums() const override { return kSums; }
  void ComputeTileOfSum(int64_t size, const void* const* in,
                        void* out) const override {
    if constexpr (kSums) {
      const TileArrays<T> arrays(in, out);
      kernel().WithFunctor([&](const auto& functor) {
        kernels::ActivateSum(functor, size, arrays.in(0), arrays.in(1),
                             arrays.out());
      });
    }
  }

 private:
  static constexpr bool kSums =
      !platform::kIsCUDA<Device> && std::is_floating_point_v<T>;

  const Kernel& kernel() const { return static_cast<const Kernel&>(*this); }
};

}  // namespace paddle::operators
