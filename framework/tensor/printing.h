// Formats tensors as text, for messages and for the print operator.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

// Returns "float32 [2, 3] {1, 2, 3, ...3 more}": the data type, the dims and at
// most `max_elements` elements in row-major order; "not initialised" for a
// tensor without memory. Elements of a GPU are copied to the CPU.
std::string ToString(const Tensor& tensor, int64_t max_elements = 20);
// Also shows the lengths of the sequences, " lod {{2, 1}}", before the
// elements.
std::string ToString(const LoDTensor& tensor, int64_t max_elements = 20);
// Returns "rows {4, 1} of 10, float32 [2, 3] {...}".
std::string ToString(const SelectedRows& rows, int64_t max_elements = 20);

}  // namespace paddle::framework
