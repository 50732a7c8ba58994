// Converts between tensors with sequences and lists of arrays, their form in
// Python.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::python {

// Describes the value that a variable is fed with.
struct FeedType {
  framework::DataType dtype;
  framework::Dims dims;   // sizes not known in advance are negative
  int levels = 0;         // lod_level
  bool is_array = false;  // a tensor array, of elements of these dims
};

// Converts the value of a variable called `name`: anything ToTensor takes and,
// for sequences, a LoDTensor or lists nested `levels` deep of what ToTensor
// takes for the rows of one sequence; one number is a row of one. Copies the
// rows once. Throws InvalidArgument, naming the sequence, for another depth or
// rows of another shape, and TypeMismatch like ToTensor.
framework::LoDTensor ToFeed(pybind11::handle value, const FeedType& type,
                            const std::string& name);

// Returns a tensor with sequences as lists, nested as deep as it has levels, of
// arrays over the tensor's own memory. Throws InvalidArgument if it has no
// sequences.
pybind11::list ToSequences(const framework::LoDTensor& tensor,
                           bool writeable = true);

}  // namespace paddle::python
