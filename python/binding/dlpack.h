// Shares tensors with other packages without copying.
#pragma once

#include <pybind11/pybind11.h>

#include <utility>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/place.h"

namespace paddle::python {

// Returns a capsule "dltensor" over the tensor's own memory, which it keeps
// alive, as __dlpack__ must. Source: the Python specification of DLPack, ABI
// version 0. Throws FailedPrecondition if the tensor is not initialized, and
// Unimplemented if its memory is on a GPU.
pybind11::capsule ToDLPack(const framework::Tensor& tensor);

// Returns the result of __dlpack_device__: kind and number.
std::pair<int, int> DLPackDeviceOf(platform::Place place);

// Says whether elements that are not contiguous, such as those of a transposed
// tensor, are refused or copied.
enum class Strided { kRefused, kCopied };

// Returns a tensor over the memory of an object that has __dlpack__ and
// __dlpack_device__; the object's owner is told when it is released. Throws
// TypeMismatch for an object without these methods or of a data type that no
// tensor has, and InvalidArgument for memory that is not on the CPU, not
// aligned or, unless it may be copied, not contiguous.
framework::LoDTensor FromDLPack(pybind11::handle object, Strided strided);

}  // namespace paddle::python
