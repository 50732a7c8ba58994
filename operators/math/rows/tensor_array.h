// Arrays of tensors: their elements added up, joined, and taken apart. New
// elements get memory of their own from `allocator`.
#pragma once

#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor_array.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// x with memory of its own.
framework::LoDTensor CopyOf(const platform::DeviceContext& device,
                            const framework::LoDTensor& x,
                            memory::Allocator* allocator);

// Adds arrays, at least one, element by element; it is as long as the longest.
// A missing element counts as zeros; an element that only one array has is
// shared with it. InvalidArgument for elements of different dims, TypeMismatch
// for data types of which Sum (sum.h) has none.
framework::TensorArray AddArrays(
    const platform::DeviceContext& device,
    absl::Span<const framework::TensorArray* const> arrays,
    memory::Allocator* allocator);

// The elements, one behind the other along `axis`, or (`stack`) along a new
// axis put in there; a negative axis counts from the end of the result's.
// `sizes`: how much of the axis each element takes, int64 [elements].
// FailedPrecondition for an array without elements, OutOfRange for a missing
// one, InvalidArgument, with the dims, for elements that do not fit.
void JoinArray(const platform::DeviceContext& device,
               const framework::TensorArray& array, int64_t axis, bool stack,
               memory::Allocator* allocator, framework::LoDTensor* out,
               framework::LoDTensor* sizes);

// The reverse: cuts x into pieces of these sizes, which add up to the size of
// the axis (InvalidArgument); of a stack each size is 1.
framework::TensorArray SplitToArray(const platform::DeviceContext& device,
                                    const framework::Tensor& x, int64_t axis,
                                    bool stack, absl::Span<const int64_t> sizes,
                                    memory::Allocator* allocator);

}  // namespace paddle::operators::kernels
