// Tensors shared with other packages, without copying.
#pragma once

#include <pybind11/pybind11.h>

#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::python {

// A capsule called "dltensor" over the tensor's own memory, which it keeps
// alive, as __dlpack__ gives it. Source: the Python specification of DLPack,
// ABI version 0. FailedPrecondition if the tensor is not initialised.
pybind11::capsule ToDLPack(const framework::Tensor& tensor);

// A tensor over the memory of an object that has __dlpack__ and
// __dlpack_device__; the object's owner learns when it is given up.
// TypeMismatch for an object without them or a data type that no tensor has,
// InvalidArgument for memory that is not of the CPU, or not contiguous and
// aligned.
framework::LoDTensor FromDLPack(pybind11::handle object);

}  // namespace paddle::python
