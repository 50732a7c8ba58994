// Sequences that are padded, taken apart and moved.
#include <limits>
#include <string>

#include "paddle/framework/interchange/onnx/exported_graph.h"
#include "paddle/framework/interchange/onnx/exported_op.h"
#include "paddle/framework/interchange/onnx/exported_sequences.h"
#include "paddle/framework/interchange/onnx/exporters.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::onnx {
namespace {

using framework::DataType;
using Ints = ExportedOp::Ints;
using Names = ExportedOp::Names;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Sizes that are known, and one that is as that of Input.
void FillBatchSizeLike(ExportedOp* op) {
  PADDLE_ONNX_CANNOT(op->Int("int_value") != 0, "a value beyond 2^53");
  const Ints shape = op->List("shape");
  const auto axis = static_cast<size_t>(op->Int("output_dim_idx"));
  // Axis 0 of sequences is their number.
  const ExportedSequences* sequences = op->FindSequences(op->In("Input"));
  const bool counts = sequences != nullptr && !op->Flag("count_rows") &&
                      op->Int("input_dim_idx") == 0;
  const std::string sizes =
      op->Value("Shape", {counts ? sequences->lengths : op->In("Input")});
  const std::string size =
      op->Value("Gather", {sizes, op->Integers({op->Int("input_dim_idx")})});
  Names parts;
  for (size_t i = 0; i < shape.size(); ++i) {
    parts.push_back(i == axis ? size : op->Integers({shape[i]}));
  }
  const std::string out = op->Out("Out");
  op->Node(
      "Expand",
      {op->Number(op->Real("value"), op->TypeOf(out)), op->Joined(parts, 0)},
      {out});
}

// Returns `most` if a constant says that all lengths are, which an importer or
// a program writes for batches without padding; -1 otherwise.
int64_t KnownSteps(const ExportedOp& op, const std::string& lengths,
                   int64_t most) {
  const framework::proto::OpDesc* writer =
      op.graph()->block().WriterOf(lengths);
  const bool full =
      writer != nullptr && writer->type() == "fill_constant_batch_size_like" &&
      framework::GetAttr<double>(*writer, "value") == static_cast<double>(most);
  return full ? most : -1;
}

void Unpad(ExportedOp* op) {
  const std::string x = op->In("X"), lengths = op->In("Length");
  const int64_t width = op->DimsOf(x)[1];
  ExportedSequences sequences{lengths, KnownSteps(*op, lengths, width)};
  SequenceRows rows(op, sequences, width);
  std::string padded = x;
  if (!rows.is_dense() && width < 0) {
    // Its steps may be more than the longest sequence has.
    const std::string most = op->Value(
        "Reshape", {op->Value("ReduceMax", {lengths}), op->Integers({1})});
    padded =
        op->Value("Slice", {x, op->Integers({0}), most, op->Integers({1})});
  }
  rows.Unpadded(padded, op->Out("Out"));
}

void Pad(ExportedOp* op) {
  const std::string x = op->In("X");
  const ExportedSequences sequences = SequenceRows(op, x).sequences();
  const int64_t width = op->Int("padded_length");
  PADDLE_ONNX_CANNOT(
      sequences.steps >= 0 && width >= 0 && width != sequences.steps,
      "padded_length ", width, " of sequences of length ", sequences.steps);
  SequenceRows rows(op, sequences, width);
  op->Node("Identity", {rows.Filled(x, op->In("PadValue"))}, {op->Out("Out")});
  if (!op->Outs("Length").empty()) {
    op->Node("Identity", {sequences.lengths}, {op->Out("Length")});
  }
}

void Softmax(ExportedOp* op) {
  const std::string x = op->In("X");
  SequenceRows rows(op, x);
  const std::string scores =
      rows.Filled(x, op->Number(-kInfinity, op->TypeOf(x)));
  proto::NodeProto* node = nullptr;
  const std::string weights = op->Value("Softmax", {scores}, &node);
  SetInt(node, "axis", 1);
  rows.Unpadded(weights, op->Out("Out"));
}

void Reverse(ExportedOp* op) {
  const std::string x = op->In("X");
  SequenceRows rows(op, x);
  rows.Unpadded(rows.Reversed(rows.Padded(x)), op->Out("Out"));
}

// Each row of X as often as its sequence of Y has rows.
void Expand(ExportedOp* op) {
  const std::string x = op->In("X"), y = op->In("Y"), out = op->Out("Out");
  PADDLE_ONNX_CANNOT(op->FindSequences(x) != nullptr,
                     "copies of sequences, not of rows");
  SequenceRows rows(op, y);
  op->Node("Gather", {x, rows.Owners()}, {out});
  op->SetSequences(out, rows.sequences());
}

// Joins what is padded along the steps, and takes out what is not padding.
void Concat(ExportedOp* op) {
  const std::string out = op->Out("Out");
  Names padded, masks;
  std::string lengths;
  for (const std::string& x : op->Ins("X")) {
    SequenceRows rows(
        op, ExportedSequences{SequenceRows(op, x).sequences().lengths});
    padded.push_back(rows.Padded(x));
    masks.push_back(rows.Mask());
    const std::string& own = rows.sequences().lengths;
    lengths = lengths.empty() ? own : op->Value("Add", {lengths, own});
  }
  TakeWhere(op, op->Joined(masks, 1), op->Joined(padded, 1), out);
  op->SetSequences(out, ExportedSequences{lengths});
}

// A convolution along the steps: Filter [length * n, m] as [m, n, length].
void Convolution(ExportedOp* op) {
  const std::string x = op->In("X"), filter = op->In("Filter");
  const int64_t begin = op->Int("contextStart");
  const int64_t length = op->Int("contextLength");
  const Ints shape = RowShape(*op, x, {length});
  PADDLE_ONNX_CANNOT(op->DimsOf(filter)[1] < 0, "a filter of unknown size");
  const std::string kernel = op->Turned(
      op->Reshaped(filter, {length, shape[1], op->DimsOf(filter)[1]}),
      {2, 1, 0});
  SequenceRows rows(op, x);
  const std::string padded = rows.Filled(x, op->Number(0, op->TypeOf(x)));
  // The node Conv pads by no negative numbers.
  const std::string wide = op->Value(
      "Pad", {op->Turned(padded, {0, 2, 1}),
              op->Integers({0, 0, -begin, 0, 0, begin + length - 1})});
  proto::NodeProto* node = nullptr;
  const std::string product = op->Value("Conv", {wide, kernel}, &node);
  SetInts(node, "kernel_shape", {length});
  rows.Unpadded(op->Turned(product, {0, 2, 1}), op->Out("Out"));
}

PADDLE_ONNX_EXPORT("fill_constant_batch_size_like", FillBatchSizeLike);
PADDLE_ONNX_EXPORT("sequence_concat", Concat);
PADDLE_ONNX_EXPORT("sequence_conv", Convolution);
PADDLE_ONNX_EXPORT("sequence_expand", Expand);
PADDLE_ONNX_EXPORT("sequence_pad", Pad);
PADDLE_ONNX_EXPORT("sequence_reverse", Reverse);
PADDLE_ONNX_EXPORT("sequence_softmax", Softmax);
PADDLE_ONNX_EXPORT("sequence_unpad", Unpad);

}  // namespace
}  // namespace paddle::onnx
