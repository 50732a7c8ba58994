// Rows of sequences that become one row for each.
#include <cmath>
#include <limits>
#include <string>

#include "paddle/framework/interchange/onnx/exported_op.h"
#include "paddle/framework/interchange/onnx/exported_sequences.h"
#include "paddle/framework/interchange/onnx/exporters.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::onnx {
namespace {

using framework::DataType;
using Ints = ExportedOp::Ints;
using Names = ExportedOp::Names;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Returns a number for each sequence, of the rank of pooled rows.
std::string AsRank(ExportedOp* op, const std::string& vector, int rank) {
  Ints shape(rank, 1);
  shape[0] = -1;
  return op->Value("Reshape", {vector, op->Integers(shape)});
}

// Returns the first or last row of each sequence.
std::string EndRows(ExportedOp* op, SequenceRows* rows, bool last) {
  const std::string x = op->In("X");
  if (rows->is_dense()) {
    const double place = last ? rows->sequences().steps - 1 : 0;
    proto::NodeProto* node = nullptr;
    const std::string row = op->Value(
        "Gather", {rows->Padded(x), op->Number(place, DataType::kInt64)},
        &node);
    SetInt(node, "axis", 1);
    return row;
  }
  std::string places = rows->Begins();
  if (last) {
    places = op->Value("Add", {places, rows->sequences().lengths});
    places = op->Value("Sub", {places, op->Integers({1})});
  }
  // An empty one has no place.
  const std::string nothing = op->Integers({0});
  const std::string empty =
      op->Value("Equal", {rows->sequences().lengths, nothing});
  return op->Value("Gather", {x, op->Value("Where", {empty, nothing, places})});
}

// Returns the sums or the maxima over the steps.
std::string Reduced(ExportedOp* op, SequenceRows* rows, bool sum) {
  const std::string x = op->In("X");
  PADDLE_ONNX_CANNOT(!sum && !framework::IsFloating(op->TypeOf(x)),
                     "maxima of integers");
  const std::string filled =
      rows->Filled(x, op->Number(sum ? 0 : -kInfinity, op->TypeOf(x)));
  return op->Reduced(sum ? "ReduceSum" : "ReduceMax", filled, {1}, false);
}

// Returns the lengths, or their roots, to divide sums by.
std::string Divisor(ExportedOp* op, const SequenceRows& rows, bool root) {
  const std::string x = op->In("X");
  if (rows.is_dense()) {
    const auto steps = static_cast<double>(rows.sequences().steps);
    return op->Number(root ? std::sqrt(steps) : steps, op->TypeOf(x));
  }
  std::string lengths = op->Cast(rows.sequences().lengths, op->TypeOf(x));
  if (root) lengths = op->Value("Sqrt", {lengths});
  return AsRank(op, lengths, op->DimsOf(x).rank());
}

// Sequences without rows give pad_value.
void Pool(ExportedOp* op) {
  const std::string x = op->In("X"), how = op->Text("pooltype");
  SequenceRows rows(op, x);
  const bool ends = how == "FIRST" || how == "LAST";
  std::string pooled = ends ? EndRows(op, &rows, how == "LAST")
                            : Reduced(op, &rows, how != "MAX");
  if (how == "AVERAGE" || how == "SQRT") {
    pooled = op->Value("Div", {pooled, Divisor(op, rows, how == "SQRT")});
  }
  if (rows.sequences().steps > 0) {
    op->Node("Identity", {pooled}, {op->Out("Out")});
    return;
  }
  const std::string some =
      op->Value("Greater", {rows.sequences().lengths, op->Integers({0})});
  op->Node("Where",
           {AsRank(op, some, op->DimsOf(x).rank()), pooled,
            op->Number(op->Real("pad_value"), op->TypeOf(x))},
           {op->Out("Out")});
}

PADDLE_ONNX_EXPORT("sequence_pool", Pool);

}  // namespace
}  // namespace paddle::onnx
