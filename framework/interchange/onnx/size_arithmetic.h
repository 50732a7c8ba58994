// Computes with integers and sizes: arithmetic, comparisons and conditions.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"

#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/size_array.h"

namespace paddle::onnx {

// Nothing stands for a value that is not known when a model is imported.
using MaybeSizes = absl::optional<SizeArray>;

// Computes the output of a node; the key of a table is its type.
using Evaluate = MaybeSizes (*)(Node* node);
using EvaluatorTable = absl::flat_hash_map<std::string, Evaluate>;

// Returns what computes element by element, and the nodes Range and ReduceProd.
const EvaluatorTable& SizeArithmetic();

// Returns a vector of int64.
SizeArray SizeVector(std::vector<Element> elements);

// Returns the numbers of a known input, without its shape. Nothing if one of
// them is a size that is not known.
absl::optional<Ints> NumbersIn(Node* node, int i);

}  // namespace paddle::onnx
