// Tensors shared with other packages, without copying.
#pragma once

#include <pybind11/pybind11.h>

#include <utility>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/place.h"

namespace paddle::python {

// A capsule called "dltensor" over the tensor's own memory, which it keeps
// alive, as __dlpack__ gives it. Source: the Python specification of DLPack,
// ABI version 0. FailedPrecondition if the tensor is not initialised,
// Unimplemented if its memory is of a GPU.
pybind11::capsule ToDLPack(const framework::Tensor& tensor);

// What __dlpack_device__ gives: kind and number.
std::pair<int, int> DLPackDeviceOf(platform::Place place);

// What to do with elements that do not lie one behind the other, such as those
// of a transposed tensor.
enum class Strided { kRefused, kCopied };

// A tensor over the memory of an object that has __dlpack__ and
// __dlpack_device__; the object's owner learns when it is given up.
// TypeMismatch for an object without them or a data type that no tensor has,
// InvalidArgument for memory that is not of the CPU, not aligned or, unless it
// is to be copied, not contiguous.
framework::LoDTensor FromDLPack(pybind11::handle object, Strided strided);

}  // namespace paddle::python
