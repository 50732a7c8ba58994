// Finds the different slices of a tensor.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The different slices along an axis, in the order of the result.
struct UniqueSlices {
  std::vector<int64_t> first;    // the first place of each
  std::vector<int64_t> inverse;  // for each slice its number in the result
  std::vector<int64_t> counts;   // how often each occurs
};

// Returns the different slices of x along `axis`, in [0, rank): in ascending
// order of their elements, one after the other, or in the order in which they
// first occur. NaN is the greatest number, and equal to NaN. Looks at x on the
// host, and waits for a GPU. Any data type.
UniqueSlices FindUnique(const framework::Tensor& x, int axis, bool sorted);

// Allocates `to`, int64, and copies the numbers there.
void StoreNumbers(const platform::DeviceContext& device,
                  const std::vector<int64_t>& numbers,
                  memory::Allocator* allocator, framework::Tensor* to);

}  // namespace paddle::operators::kernels
