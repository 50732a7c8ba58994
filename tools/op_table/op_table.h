// What operators a program is linked with, and what each of them can do, from
// the registry and the table of kernels.
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
  // Belongs to a gradient, by its registration or by a slot like X@GRAD.
  bool is_gradient = false;
  // Runs on every place and has no data type: control flow, printing.
  bool any_type = false;
  std::vector<framework::KernelKey> kernels;

  bool has_gradient = false;
  // The operators that the gradient is made of, each once. Empty for one that
  // owns blocks, since they depend on what is in the blocks, and for a gradient
  // operator.
  std::vector<std::string> gradient_ops;
  // Those operators have gradients themselves.
  bool second_order = false;
};

// Every operator linked, by type.
std::vector<OpRow> MakeOpTable();
// NotFound for a type that is not linked.
OpRow MakeOpRow(absl::string_view type);

// Returns the data types of an operator's kernels for a place, in the order of
// DataType.
std::vector<framework::DataType> DataTypesOf(const OpRow& row,
                                             platform::PlaceKind place);
std::vector<framework::DataType> CpuDataTypes(const OpRow& row);

// What GPUs lack: a line for each operator whose CPU kernels have data types
// that its CUDA kernels have not, "relu: float32 float64".
std::vector<std::string> MissingOnGpus(const std::vector<OpRow>& rows);

// A table of the operators that are no part of a gradient.
std::string ToMarkdown(const std::vector<OpRow>& rows);
// A list of objects, one for each row.
std::string ToJson(const std::vector<OpRow>& rows);

}  // namespace paddle::op_table
