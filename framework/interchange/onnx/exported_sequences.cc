#include "paddle/framework/interchange/onnx/exported_sequences.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::onnx {

using framework::DataType;
using framework::Dims;
using Ints = ExportedOp::Ints;

SequenceRows::SequenceRows(ExportedOp* op, const std::string& name) : op_(*op) {
  const ExportedSequences* found = op->FindSequences(name);
  PADDLE_ONNX_CANNOT(found == nullptr, "the sequences of ", name,
                     ", which come from no input of the model");
  sequences_ = *found;
}

std::string SequenceRows::Steps() {
  if (!steps_.empty()) return steps_;
  if (width_ >= 0) {
    Ints steps(width_);
    for (int64_t i = 0; i < width_; ++i) steps[i] = i;
    return steps_ = op_.Integers(steps);
  }
  proto::NodeProto* node = nullptr;
  const std::string most = op_.Value("ReduceMax", {sequences_.lengths}, &node);
  SetInt(node, "keepdims", 0);
  return steps_ = op_.Value("Range", {op_.Number(0, DataType::kInt64), most,
                                      op_.Number(1, DataType::kInt64)});
}

std::string SequenceRows::Mask() {
  if (!mask_.empty()) return mask_;
  const std::string lengths =
      op_.Value("Unsqueeze", {sequences_.lengths, op_.Integers({1})});
  return mask_ = op_.Value("Less", {Steps(), lengths});
}

std::string SequenceRows::Begins() {
  proto::NodeProto* node = nullptr;
  const std::string begins = op_.Value(
      "CumSum", {sequences_.lengths, op_.Number(0, DataType::kInt64)}, &node);
  SetInt(node, "exclusive", 1);
  return begins;
}

std::string SequenceRows::Owners() {
  // Row 0 of what NonZero gives: the first index of each true element.
  return op_.Value("Gather", {op_.Value("NonZero", {Mask()}),
                              op_.Number(0, DataType::kInt64)});
}

std::string SequenceRows::Padded(const std::string& rows) {
  if (is_dense()) {
    return op_.Value(
        "Reshape",
        {rows, op_.Integers(RowShape(op_, rows, {-1, sequences_.steps}))});
  }
  const std::string begins =
      op_.Value("Unsqueeze", {Begins(), op_.Integers({1})});
  const std::string places =
      op_.Value("Where", {Mask(), op_.Value("Add", {begins, Steps()}),
                          op_.Number(0, DataType::kInt64)});
  return op_.Value("Gather", {rows, places});
}

std::string SequenceRows::Filled(const std::string& rows,
                                 const std::string& other) {
  const std::string padded = Padded(rows);
  if (is_dense()) return padded;
  Ints axes;
  for (int i = 1; i < op_.DimsOf(rows).rank(); ++i) axes.push_back(i + 1);
  const std::string mask =
      axes.empty() ? Mask()
                   : op_.Value("Unsqueeze", {Mask(), op_.Integers(axes)});
  return op_.Value("Where", {mask, padded, other});
}

std::string SequenceRows::Reversed(const std::string& padded) {
  proto::NodeProto* node = nullptr;
  const std::string reversed =
      op_.Value("ReverseSequence", {padded, sequences_.lengths}, &node);
  SetInt(node, "batch_axis", 0);
  SetInt(node, "time_axis", 1);
  return reversed;
}

void SequenceRows::Unpadded(const std::string& padded,
                            const std::string& rows) {
  if (is_dense()) {
    op_.Node("Reshape", {padded, op_.Integers(RowShape(op_, rows, {-1}))},
             {rows});
  } else {
    TakeWhere(&op_, Mask(), padded, rows);
  }
  op_.SetSequences(rows, sequences_);
}

void TakeWhere(ExportedOp* op, const std::string& mask,
               const std::string& padded, const std::string& out) {
  const std::string places =
      op->Value("Transpose", {op->Value("NonZero", {mask})});
  op->Node("GatherND", {padded, places}, {out});
}

Ints RowShape(const ExportedOp& op, const std::string& rows, Ints first) {
  const Dims dims = op.DimsOf(rows);
  const Dims row = dims.Slice(1, dims.rank());
  PADDLE_ONNX_CANNOT(!row.IsStatic(), "rows of an unknown size, ",
                     dims.ToString());
  first.insert(first.end(), row.begin(), row.end());
  return first;
}

}  // namespace paddle::onnx
