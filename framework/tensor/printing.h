// Tensors as text, for messages and for the print operator.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

// "float32 [2, 3] {1, 2, 3, ...3 more}": data type, dims and, in row-major
// order, at most `max_elements` elements. "not initialised" if it has no
// memory. Elements of another place are copied to the CPU.
std::string ToString(const Tensor& tensor, int64_t max_elements = 20);
// The same with " lod {{2, 1}}" (lengths) before the elements.
std::string ToString(const LoDTensor& tensor, int64_t max_elements = 20);
// "rows {4, 1} of 10, float32 [2, 3] {...}".
std::string ToString(const SelectedRows& rows, int64_t max_elements = 20);

}  // namespace paddle::framework
