// Other shapes, parts, places and reductions of tensors.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/exported_op.h"
#include "paddle/framework/interchange/onnx/exporters.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::onnx {
namespace {

using framework::DataType;
using framework::Dims;
using Ints = ExportedOp::Ints;

constexpr int64_t kToTheEnd = int64_t{1} << 62;

void Reshape(ExportedOp* op) {
  op->Node("Reshape", {op->In("X"), op->Integers(op->List("shape"))},
           {op->Out("Out")});
}

void Transpose(ExportedOp* op) {
  SetInts(op->Node("Transpose", {op->In("X")}, {op->Out("Out")}), "perm",
          op->List("axis"));
}

void Squeeze(ExportedOp* op) {
  const Ints axes = op->List("axes");
  ExportedOp::Names inputs{op->In("X")};
  if (!axes.empty()) inputs.push_back(op->Integers(axes));
  op->Node("Squeeze", inputs, {op->Out("Out")});
}

void Unsqueeze(ExportedOp* op) {
  op->Node("Unsqueeze", {op->In("X"), op->Integers(op->List("axes"))},
           {op->Out("Out")});
}

void Concat(ExportedOp* op) {
  SetInt(op->Node("Concat", op->Ins("X"), {op->Out("Out")}), "axis",
         op->Int("axis"));
}

// Each input gets the new axis, along which they are joined.
void Stack(ExportedOp* op) {
  const int rank = op->DimsOf(op->Out("Out")).rank();
  const int64_t axis = framework::NormalizeAxis(op->Int("axis"), rank);
  ExportedOp::Names parts;
  for (const std::string& x : op->Ins("X")) {
    parts.push_back(op->Value("Unsqueeze", {x, op->Integers({axis})}));
  }
  SetInt(op->Node("Concat", parts, {op->Out("Out")}), "axis", axis);
}

// Sections that are not given are equal.
void Split(ExportedOp* op) {
  const ExportedOp::Names outputs = op->Outs("Out");
  const int64_t axis = op->Int("axis");
  Ints sections = op->List("sections");
  if (sections.empty()) {
    for (const std::string& out : outputs) {
      sections.push_back(op->DimsOf(out).at(static_cast<int>(axis)));
    }
  }
  const bool known = std::all_of(sections.begin(), sections.end(),
                                 [](int64_t size) { return size >= 0; });
  PADDLE_ONNX_CANNOT(!known, "parts whose sizes are not known");
  SetInt(op->Node("Split", {op->In("X"), op->Integers(sections)}, outputs),
         "axis", axis);
}

// Returns the ends of a slice. An axis of decrease_axis has one element, that
// at its start, whatever its end is.
Ints EndsOf(ExportedOp* op) {
  const Ints axes = op->List("axes"), starts = op->List("starts");
  const Ints dropped = op->List("decrease_axis");
  Ints ends = op->List("ends");
  const int rank = op->DimsOf(op->In("Input")).rank();
  for (size_t i = 0; i < axes.size(); ++i) {
    const int axis = framework::NormalizeAxis(axes[i], rank);
    for (int64_t other : dropped) {
      if (framework::NormalizeAxis(other, rank) != axis) continue;
      ends[i] = starts[i] == -1 ? kToTheEnd : starts[i] + 1;
    }
  }
  return ends;
}

void Slice(ExportedOp* op) {
  const Ints axes = op->List("axes"), dropped = op->List("decrease_axis");
  Ints steps = op->List("strides");
  if (steps.empty()) steps.assign(axes.size(), 1);
  const ExportedOp::Names inputs{
      op->In("Input"), op->Integers(op->List("starts")),
      op->Integers(EndsOf(op)), op->Integers(axes), op->Integers(steps)};
  if (dropped.empty()) {
    op->Node("Slice", inputs, {op->Out("Out")});
    return;
  }
  op->Node("Squeeze", {op->Value("Slice", inputs), op->Integers(dropped)},
           {op->Out("Out")});
}

void Expand(ExportedOp* op) {
  op->Node("Tile", {op->In("X"), op->Integers(op->List("expand_times"))},
           {op->Out("Out")});
}

void Pad(ExportedOp* op) {
  const Ints pairs = op->List("paddings");
  Ints pads;
  for (size_t i = 0; i < pairs.size(); i += 2) pads.push_back(pairs[i]);
  for (size_t i = 1; i < pairs.size(); i += 2) pads.push_back(pairs[i]);
  PADDLE_ONNX_CANNOT(op->Int("int_pad_value") != 0, "a value beyond 2^53");
  const std::string mode = op->Text("mode");
  const std::string value =
      op->Number(op->Real("pad_value"), op->TypeOf(op->In("X")));
  SetText(op->Node("Pad", {op->In("X"), op->Integers(pads), value},
                   {op->Out("Out")}),
          "mode", mode == "replicate" ? "edge" : mode);
}

// An index [N, 1] counts as [N].
void Gather(ExportedOp* op) {
  std::string index = op->In("Index");
  const Dims dims = op->DimsOf(index);
  if (dims.rank() == 2)
    index = op->Reshaped(index, {dims[0] < 0 ? -1 : dims[0]});
  SetInt(op->Node("Gather", {op->In("X"), index}, {op->Out("Out")}), "axis",
         op->Int("axis"));
}

// A last axis of size 1 does not count, unless it is the only one. The row of
// padding_idx counts as zeros.
void LookupTable(ExportedOp* op) {
  std::string ids = op->In("Ids");
  const std::string w = op->In("W"), out = op->Out("Out");
  const Dims dims = op->DimsOf(ids);
  if (dims.rank() >= 2 && dims[dims.rank() - 1] == 1) {
    ids = op->Value("Squeeze", {ids, op->Integers({-1})});
  }
  const int64_t padding = op->Int("padding_idx");
  if (padding < 0) {
    op->Node("Gather", {w, ids}, {out});
    return;
  }
  const std::string pads =
      op->Value("Equal", {ids, op->Number(static_cast<double>(padding),
                                          op->TypeOf(op->In("Ids")))});
  op->Node("Where",
           {op->Value("Unsqueeze", {pads, op->Integers({-1})}),
            op->Number(0, op->TypeOf(w)), op->Value("Gather", {w, ids})},
           {out});
}

void FillConstant(ExportedOp* op) {
  PADDLE_ONNX_CANNOT(op->Int("int_value") != 0, "a value beyond 2^53");
  const DataType type = op->TypeOf(op->Out("Out"));
  op->Node(
      "Expand",
      {op->Number(op->Real("value"), type), op->Integers(op->List("shape"))},
      {op->Out("Out")});
}

void AssignValue(ExportedOp* op) {
  const std::string out = op->Out("Out");
  const auto values = op->Attr<std::vector<double>>("values");
  PADDLE_ONNX_CANNOT(!op->List("int_values").empty(), "values beyond 2^53");
  framework::Tensor tensor(Dims(op->List("shape")), op->TypeOf(out));
  framework::VisitDataType(tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::transform(values.begin(), values.end(), tensor.mutable_data<T>(),
                   [](double value) { return static_cast<T>(value); });
  });
  op->Node("Identity", {op->Constant(tensor)}, {out});
}

template <const char* (*Type)()>
void ReduceAs(ExportedOp* op) {
  op->Reduced(Type(), op->In("X"),
              op->Flag("reduce_all") ? Ints() : op->List("dim"),
              op->Flag("keep_dim"), op->Out("Out"));
}

const char* SumName() { return "ReduceSum"; }
const char* MeanName() { return "ReduceMean"; }
const char* MaxName() { return "ReduceMax"; }
const char* MinName() { return "ReduceMin"; }
const char* ProdName() { return "ReduceProd"; }

// The mean of all elements.
void Mean(ExportedOp* op) {
  const bool keeps_one = op->DimsOf(op->Out("Out")).rank() == 1;
  const std::string mean = op->Reduced("ReduceMean", op->In("X"), {}, false,
                                       keeps_one ? "" : op->Out("Out"));
  if (!keeps_one) return;
  op->Node("Reshape", {mean, op->Integers({1})}, {op->Out("Out")});
}

void Arg(ExportedOp* op) {
  const bool most = op->type() == "argmax";
  proto::NodeProto* node =
      op->Node(most ? "ArgMax" : "ArgMin", {op->In("X")}, {op->Out("Out")});
  SetInt(node, "axis", op->Int("axis"));
  SetInt(node, "keepdims", op->Flag("keep_dim") ? 1 : 0);
}

void TopK(ExportedOp* op) {
  op->Node("TopK", {op->In("X"), op->Integers({op->Int("k")})},
           {op->Out("Out"), op->Out("Indices")});
}

PADDLE_ONNX_EXPORT("reshape", Reshape);
PADDLE_ONNX_EXPORT("transpose", Transpose);
PADDLE_ONNX_EXPORT("squeeze", Squeeze);
PADDLE_ONNX_EXPORT("unsqueeze", Unsqueeze);
PADDLE_ONNX_EXPORT("concat", Concat);
PADDLE_ONNX_EXPORT("stack", Stack);
PADDLE_ONNX_EXPORT("split", Split);
PADDLE_ONNX_EXPORT("slice", Slice);
PADDLE_ONNX_EXPORT("expand", Expand);
PADDLE_ONNX_EXPORT("pad", Pad);
PADDLE_ONNX_EXPORT("gather", Gather);
PADDLE_ONNX_EXPORT("lookup_table", LookupTable);
PADDLE_ONNX_EXPORT("assign_value", AssignValue);
PADDLE_ONNX_EXPORT("fill_constant", FillConstant);
PADDLE_ONNX_EXPORT("reduce_sum", ReduceAs<SumName>);
PADDLE_ONNX_EXPORT("reduce_mean", ReduceAs<MeanName>);
PADDLE_ONNX_EXPORT("reduce_max", ReduceAs<MaxName>);
PADDLE_ONNX_EXPORT("reduce_min", ReduceAs<MinName>);
PADDLE_ONNX_EXPORT("reduce_prod", ReduceAs<ProdName>);
PADDLE_ONNX_EXPORT("mean", Mean);
PADDLE_ONNX_EXPORT("argmax", Arg);
PADDLE_ONNX_EXPORT("argmin", Arg);
PADDLE_ONNX_EXPORT("top_k", TopK);

}  // namespace
}  // namespace paddle::onnx
