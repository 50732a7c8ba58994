// Between lists of arrays, which is how Python has sequences, and tensors.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::python {

// What is fed to a variable.
struct FeedType {
  framework::DataType dtype;
  framework::Dims dims;  // sizes not known in advance are negative
  int levels = 0;        // lod_level
};

// The value of a variable called `name`: what ToTensor takes, and for sequences
// a LoDTensor or lists nested `levels` deep, of what ToTensor takes for the
// rows of one sequence; one number is a row of one. The rows are copied once.
// InvalidArgument, naming the sequence, for another depth, or rows of another
// shape; TypeMismatch as ToTensor.
framework::LoDTensor ToFeed(pybind11::handle value, const FeedType& type,
                            const std::string& name);

// Of a tensor with sequences, lists nested as deep as it has levels, of arrays
// over the tensor's own memory. InvalidArgument if it has none.
pybind11::list ToSequences(const framework::LoDTensor& tensor,
                           bool writeable = true);

}  // namespace paddle::python
