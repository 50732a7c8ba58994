// Lists the operators linked into a program and what each can do, from the
// registry and the table of kernels.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::op_table {

struct OpRow {
  std::string type;
  int version = 1;
  // True if it belongs to a gradient, by its registration or by a slot like
  // X@GRAD.
  bool is_gradient = false;
  // True if it runs on every place and has no data type: control flow,
  // printing.
  bool any_type = false;
  std::vector<framework::KernelKey> kernels;

  bool has_gradient = false;
  // The operators that make up the gradient, each once. Empty for operators
  // that own blocks, since they depend on what is in the blocks, and for
  // gradient operators.
  std::vector<std::string> gradient_ops;
  // True if those operators have gradients themselves.
  bool second_order = false;
};

// Returns every operator linked, by type.
std::vector<OpRow> MakeOpTable();
// Throws NotFound for a type that is not linked.
OpRow MakeOpRow(absl::string_view type);

// Returns the data types of an operator's kernels for a place, in the order of
// DataType.
std::vector<framework::DataType> DataTypesOf(const OpRow& row,
                                             platform::PlaceKind place);
std::vector<framework::DataType> CpuDataTypes(const OpRow& row);

// Returns a line such as "relu: float32 float64" for each operator whose CPU
// kernels have data types that its CUDA kernels lack.
std::vector<std::string> MissingOnGpus(const std::vector<OpRow>& rows);

// Formats a table of the operators that are not part of a gradient.
std::string ToMarkdown(const std::vector<OpRow>& rows);
// Formats a list of objects, one per row.
std::string ToJson(const std::vector<OpRow>& rows);

}  // namespace paddle::op_table
