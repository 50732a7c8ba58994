// Layers of networks: products, convolutions, pools and normalization.
#include <algorithm>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/exported_op.h"
#include "paddle/framework/interchange/onnx/exporters.h"

namespace paddle::onnx {
namespace {

using framework::Dims;
using Ints = ExportedOp::Ints;

// Returns sizes for a node Reshape: -1 for one that is not known.
Ints ShapeOf(const Dims& dims) {
  Ints shape(dims.begin(), dims.end());
  int open = 0;
  for (int64_t& size : shape) {
    open += size < 0;
    if (size < 0) size = -1;
  }
  PADDLE_ONNX_CANNOT(open > 1, "several sizes that are not known, of ",
                     dims.ToString());
  return shape;
}

// Returns X as a matrix, of which the first `rows` axes are the rows.
std::string AsMatrix(ExportedOp* op, const std::string& x, int64_t rows) {
  const Dims dims = op->DimsOf(x);
  if (dims.rank() == 2 && rows == 1) return x;
  proto::NodeProto* node = nullptr;
  const std::string matrix = op->Value("Flatten", {x}, &node);
  SetInt(node, "axis", rows);
  return matrix;
}

void Mul(ExportedOp* op) {
  const std::string x = op->In("X"), y = op->In("Y"), out = op->Out("Out");
  const int64_t x_rows = op->Int("x_num_col_dims");
  const int64_t y_rows = op->Int("y_num_col_dims");
  const std::string left = AsMatrix(op, x, x_rows);
  const std::string right = AsMatrix(op, y, y_rows);
  const Dims dims = op->DimsOf(out);
  if (dims.rank() == 2) {
    op->Node("MatMul", {left, right}, {out});
    return;
  }
  const std::string product = op->Value("MatMul", {left, right});
  op->Node("Reshape", {product, op->Integers(ShapeOf(dims))}, {out});
}

// Returns X with its last two axes swapped.
std::string Transposed(ExportedOp* op, const std::string& x) {
  const int rank = op->DimsOf(x).rank();
  if (rank < 2) return x;
  Ints order;
  for (int i = 0; i < rank; ++i) order.push_back(i);
  std::swap(order[rank - 1], order[rank - 2]);
  return op->Turned(x, order);
}

void MatMul(ExportedOp* op) {
  std::string x = op->In("X"), y = op->In("Y");
  if (op->Flag("transpose_X")) x = Transposed(op, x);
  if (op->Flag("transpose_Y")) y = Transposed(op, y);
  op->Node("MatMul", {x, y}, {op->Out("Out")});
}

// The paddings before each axis, and behind each.
Ints PadsOf(ExportedOp* op) {
  const Ints paddings = op->List("paddings");
  const size_t axes = op->List("strides").size();
  const size_t step = paddings.size() == axes ? 1 : 2;
  Ints pads;
  for (size_t end : {size_t{0}, step - 1}) {
    for (size_t i = 0; i < axes; ++i) pads.push_back(paddings[i * step + end]);
  }
  return pads;
}

bool PadsToTheSameSize(ExportedOp* op) {
  return op->Text("padding_algorithm") == "SAME";
}

void SetPads(ExportedOp* op, proto::NodeProto* node) {
  if (PadsToTheSameSize(op)) {
    SetText(node, "auto_pad", "SAME_UPPER");
  } else {
    SetInts(node, "pads", PadsOf(op));
  }
}

// Cuts a transposed convolution to sizes that are multiples of its strides,
// or makes it longer: nodes may say so in several ways that programs read
// differently, but for numbers.
void SetCuts(ExportedOp* op, const Ints& kernel, proto::NodeProto* node) {
  const Ints strides = op->List("strides"), dilations = op->List("dilations");
  Ints before, after, added;
  for (size_t i = 0; i < strides.size(); ++i) {
    PADDLE_ONNX_CANNOT(kernel[i] < 0, "a filter of unknown size");
    const int64_t reach = (kernel[i] - 1) * dilations[i] + 1;
    const int64_t cut = std::max<int64_t>(reach - strides[i], 0);
    before.push_back(cut / 2);
    after.push_back(cut - cut / 2);
    added.push_back(std::max<int64_t>(strides[i] - reach, 0));
  }
  before.insert(before.end(), after.begin(), after.end());
  SetInts(node, "pads", before);
  SetInts(node, "output_padding", added);
}

void Convolution(ExportedOp* op) {
  const bool turned = op->type().find("transpose") != std::string::npos;
  proto::NodeProto* node =
      op->Node(turned ? "ConvTranspose" : "Conv",
               {op->In("Input"), op->In("Filter")}, {op->Out("Output")});
  const Dims filter = op->DimsOf(op->In("Filter"));
  const Ints kernel = ShapeOf(filter.Slice(2, filter.rank()));
  SetInts(node, "kernel_shape", kernel);
  SetInts(node, "strides", op->List("strides"));
  SetInts(node, "dilations", op->List("dilations"));
  SetInt(node, "group", op->Int("groups"));
  if (turned && PadsToTheSameSize(op)) return SetCuts(op, kernel, node);
  SetPads(op, node);
  if (!turned) return;
  PADDLE_ONNX_CANNOT(!op->List("output_size").empty(), "output_size");
  const Ints padding = op->List("output_padding");
  if (!padding.empty()) SetInts(node, "output_padding", padding);
}

void Pool(ExportedOp* op) {
  const bool means = op->Text("pooling_type") == "avg";
  const Ints size = op->List("ksize");
  // Volumes have one order.
  PADDLE_ONNX_CANNOT(
      op->type() == "pool2d" && op->Text("data_format") != "NCHW",
      "data_format NHWC");
  const bool one =
      std::all_of(size.begin(), size.end(), [](int64_t k) { return k == 1; });
  PADDLE_ONNX_CANNOT(op->Flag("adaptive") && !one, "adaptive windows");
  if (op->Flag("global_pooling") || op->Flag("adaptive")) {
    op->Node(means ? "GlobalAveragePool" : "GlobalMaxPool", {op->In("X")},
             {op->Out("Out")});
    return;
  }
  proto::NodeProto* node = op->Node(means ? "AveragePool" : "MaxPool",
                                    {op->In("X")}, {op->Out("Out")});
  SetInts(node, "kernel_shape", size);
  SetInts(node, "strides", op->List("strides"));
  SetPads(op, node);
  SetInt(node, "ceil_mode", op->Flag("ceil_mode") ? 1 : 0);
  if (means) SetInt(node, "count_include_pad", op->Flag("exclusive") ? 0 : 1);
}

void BatchNorm(ExportedOp* op) {
  PADDLE_ONNX_CANNOT(!op->Flag("is_test"), "statistics of the batch");
  PADDLE_ONNX_CANNOT(op->Text("data_layout") != "NCHW", "data_layout NHWC");
  proto::NodeProto* node =
      op->Node("BatchNormalization",
               {op->In("X"), op->In("Scale"), op->In("Bias"), op->In("Mean"),
                op->In("Variance")},
               {op->Out("Y")});
  SetFloat(node, "epsilon", op->Real("epsilon"));
  SetFloat(node, "momentum", op->Real("momentum"));
}

// Scale and bias are vectors, and those of the node have the shape of a row.
void LayerNorm(ExportedOp* op) {
  PADDLE_ONNX_CANNOT(op->opset() < 17, "opset ", op->opset(),
                     ": LayerNormalization came with 17");
  const std::string x = op->In("X");
  const Dims dims = op->DimsOf(x);
  const int64_t axis = op->Int("begin_norm_axis");
  const Ints row = ShapeOf(dims.Slice(static_cast<int>(axis), dims.rank()));
  const auto as_row = [&](const std::string& vector) {
    return row.size() == 1 ? vector : op->Reshaped(vector, row);
  };
  PADDLE_ONNX_CANNOT(!op->HasIn("Scale"), "no Scale");
  ExportedOp::Names inputs{x, as_row(op->In("Scale"))};
  if (op->HasIn("Bias")) inputs.push_back(as_row(op->In("Bias")));
  proto::NodeProto* node =
      op->Node("LayerNormalization", inputs, {op->Out("Y")});
  SetInt(node, "axis", axis);
  SetFloat(node, "epsilon", op->Real("epsilon"));
}

void InstanceNorm(ExportedOp* op) {
  PADDLE_ONNX_CANNOT(!op->HasIn("Scale") || !op->HasIn("Bias"),
                     "no Scale or Bias");
  SetFloat(
      op->Node("InstanceNormalization",
               {op->In("X"), op->In("Scale"), op->In("Bias")}, {op->Out("Y")}),
      "epsilon", op->Real("epsilon"));
}

void Softmax(ExportedOp* op) {
  const bool logs = op->type() == "log_softmax";
  SetInt(op->Node(logs ? "LogSoftmax" : "Softmax", {op->In("X")},
                  {op->Out("Out")}),
         "axis", op->Int("axis"));
}

// The loss of integer labels, and the probabilities.
void SoftmaxWithCrossEntropy(ExportedOp* op) {
  PADDLE_ONNX_CANNOT(op->Flag("soft_label"), "soft labels");
  const Dims dims = op->DimsOf(op->In("Logits"));
  PADDLE_ONNX_CANNOT(dims.rank() != 2, "logits of rank ", dims.rank());
  const int64_t axis = op->Int("axis");
  PADDLE_ONNX_CANNOT(axis != -1 && axis != 1, "classes along axis ", axis);
  const std::string labels =
      op->Value("Reshape", {op->In("Label"), op->Integers({-1})});
  proto::NodeProto* node = nullptr;
  const std::string losses =
      op->Value("SoftmaxCrossEntropyLoss", {op->In("Logits"), labels}, &node);
  SetText(node, "reduction", "none");
  SetInt(node, "ignore_index", op->Int("ignore_index"));
  op->Node("Reshape", {losses, op->Integers({-1, 1})}, {op->Out("Loss")});
  if (op->Outs("Softmax").empty()) return;
  SetInt(op->Node("Softmax", {op->In("Logits")}, {op->Out("Softmax")}), "axis",
         -1);
}

void Dropout(ExportedOp* op) {
  PADDLE_ONNX_CANNOT(!op->Flag("is_test"), "dropout that drops");
  op->Node("Identity", {op->In("X")}, {op->Out("Out")});
}

PADDLE_ONNX_EXPORT("mul", Mul);
PADDLE_ONNX_EXPORT("matmul", MatMul);
PADDLE_ONNX_EXPORT("conv2d", Convolution);
PADDLE_ONNX_EXPORT("conv3d", Convolution);
PADDLE_ONNX_EXPORT("conv2d_transpose", Convolution);
PADDLE_ONNX_EXPORT("conv3d_transpose", Convolution);
PADDLE_ONNX_EXPORT("pool2d", Pool);
PADDLE_ONNX_EXPORT("pool3d", Pool);
PADDLE_ONNX_EXPORT("batch_norm", BatchNorm);
PADDLE_ONNX_EXPORT("layer_norm", LayerNorm);
PADDLE_ONNX_EXPORT("instance_norm", InstanceNorm);
PADDLE_ONNX_EXPORT("softmax", Softmax);
PADDLE_ONNX_EXPORT("log_softmax", Softmax);
PADDLE_ONNX_EXPORT("softmax_with_cross_entropy", SoftmaxWithCrossEntropy);
PADDLE_ONNX_EXPORT("dropout", Dropout);

}  // namespace
}  // namespace paddle::onnx
