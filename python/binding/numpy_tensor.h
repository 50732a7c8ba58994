// Converts between NumPy arrays and tensors.
#pragma once

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/python/binding/ndarray.h"

namespace paddle::python {

// Returns a tensor over the array's own memory, which it keeps alive and in
// place (see HeldArray), if that is contiguous, aligned and in the machine's
// byte order, and bools are 0 or 1; otherwise a copy, in which other bytes of
// bools are 1. The caller must not write to it.
framework::LoDTensor FromNumPy(const Array& array);
// Returns an array over the tensor's own memory, which it keeps alive; a copy
// of another type (NumPyTypeFor) for those that NumPy lacks. Throws
// TypeMismatch, listing the legal types, for an array of a type that no tensor
// can have.
Array ToNumPy(const framework::Tensor& tensor, bool writeable = true);

// Converts numbers of NumPyTypeFor(dtype) to a type that NumPy lacks, rounded
// to nearest; what is too large becomes the largest number.
framework::LoDTensor ConvertedFromNumPy(const Array& array,
                                        framework::DataType dtype);

}  // namespace paddle::python
