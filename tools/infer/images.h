// Reads the images and labels that are to be classified.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/tensor/tensor.h"

namespace paddle::infer {

// Returns uint8 [count, rows, columns]; 0 is background. The file has a single
// array, in any format of framework/io/dataset.h: IDX as a rule, plain or
// compressed by gzip. Throws what OpenArrays and reading throw, and
// InvalidArgument, naming the file, if it holds something else.
framework::Tensor ReadImages(const std::string& path);
// Returns the numbers of a uint8 [count]. Also throws InvalidArgument for a
// label that is not below `classes`.
std::vector<int64_t> ReadLabels(const std::string& path, int64_t classes);

}  // namespace paddle::infer
