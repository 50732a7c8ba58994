// Sums, concatenation and splitting of tensor arrays. New elements get memory
// of their own from `allocator`.
#pragma once

#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor_array.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Returns a deep copy of x, with its sequences.
framework::LoDTensor CopyOf(const platform::DeviceContext& device,
                            const framework::LoDTensor& x,
                            memory::Allocator* allocator);

// Returns the sum of arrays, at least one, element by element; it is as long as
// the longest. A missing element counts as zeros; an element that only one
// array has shares that array's memory. Throws InvalidArgument for elements of
// different dims and TypeMismatch for data types that Sum (sum.h) does not
// have.
framework::TensorArray AddArrays(
    const platform::DeviceContext& device,
    absl::Span<const framework::TensorArray* const> arrays,
    memory::Allocator* allocator);

// Concatenates the elements along `axis`, or, if `stack`, along a new axis
// inserted there; a negative axis counts from the end of the result's. `sizes`
// gets the size of each element along the axis, int64 [elements]. Throws
// FailedPrecondition for an array without elements, OutOfRange for a missing
// one, and InvalidArgument, with the dims, for elements that do not fit.
void JoinArray(const platform::DeviceContext& device,
               const framework::TensorArray& array, int64_t axis, bool stack,
               memory::Allocator* allocator, framework::LoDTensor* out,
               framework::LoDTensor* sizes);

// Returns x cut into pieces of `sizes`, which add up to the size of the axis
// (InvalidArgument otherwise): the reverse of JoinArray. If `stack`, each size
// is 1, and the axis is removed.
framework::TensorArray SplitToArray(const platform::DeviceContext& device,
                                    const framework::Tensor& x, int64_t axis,
                                    bool stack, absl::Span<const int64_t> sizes,
                                    memory::Allocator* allocator);

}  // namespace paddle::operators::kernels
