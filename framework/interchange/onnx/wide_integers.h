// Integers that have few kernels, computed as others that have.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// Returns the type in which an operator on `dtype` is computed, so that the low
// bits of its result are right: int32 for integers of 8 and 16 bits, int64 for
// uint32; for uint64 int64, but itself for the operators that have kernels for
// it. Other types are returned as they are.
DataType ComputedAs(DataType dtype, absl::string_view type);

// Returns numbers of uint64 as ones of int64 in the same order, smaller by
// 2^63; numbers of other unsigned types of 16 and 32 bits as int64; and others
// as they are.
Variable InSignedOrder(Node* node, const Variable& x);

// Undoes InSignedOrder of uint64.
Variable InUnsignedOrder(Node* node, const Variable& x);

}  // namespace paddle::onnx
