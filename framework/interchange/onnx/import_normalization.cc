// Normalization.
#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Normalizes by the statistics of the batch, and reports running ones.
void TrainingBatchNormalization(Node* node) {
  const Variable x = node->In(0);
  Ints axes, shape(x.dims().rank(), 1);
  for (int i = 0; i < x.dims().rank(); ++i) {
    if (i != 1) axes.push_back(i);
  }
  shape[1] = -1;
  const layer::AttributeMap along = {{"dim", axes}, {"keep_dim", true}};
  const Variable mean = node->Op("reduce_mean", x, along);
  const Variable centered = Sub(node, x, mean);
  const Variable variance =
      node->Op("reduce_mean", node->Op("square", centered), along);
  const double epsilon = node->FloatAttr("epsilon", 1e-5);
  const Variable factor =
      node->Op("rsqrt", ScaledBy(node, variance, 1, epsilon));
  const Variable scaled =
      Mul(node, Mul(node, centered, factor), node->Reshape(node->In(1), shape));
  node->Out(0, Add(node, scaled, node->Reshape(node->In(2), shape)));
  const double momentum = node->FloatAttr("momentum", 0.9);
  const auto running = [&](int input, const Variable& statistic) {
    return Add(node, ScaledBy(node, node->In(input), momentum),
               ScaledBy(node, node->Reshape(statistic, {-1}), 1 - momentum));
  };
  node->Out(1, running(3, mean));
  node->Out(2, running(4, variance));
}

// Returns running statistics that nothing else reads: batch_norm is their
// writer, and exporters store equal weights, such as zeros, once for all nodes.
Variable StatisticIn(Node* node, int input) {
  const Variable own = node->OwnConstant(input);
  if (own.is_valid()) return own;
  const Variable statistic = node->In(input);
  node->KeepFixed(statistic);
  return statistic;
}

void BatchNormalization(Node* node) {
  if (node->opset() >= 14 && node->IntAttr("training_mode", 0) != 0) {
    return TrainingBatchNormalization(node);
  }
  const bool reports = node->HasOutput(1) || node->HasOutput(2);
  PADDLE_ONNX_REFUSE(reports, "batch normalization in training mode");
  PADDLE_ONNX_REFUSE(node->IntAttr("spatial", 1) == 0, "spatial = 0");
  const Variable x = node->In(0), scale = node->In(1), bias = node->In(2);
  const Variable mean = StatisticIn(node, 3);
  const Variable variance = StatisticIn(node, 4);
  const auto outputs =
      node->Append("batch_norm",
                   {{"X", x},
                    {"Scale", scale},
                    {"Bias", bias},
                    {"Mean", mean},
                    {"Variance", variance}},
                   {{"is_test", true},
                    {"epsilon", node->FloatAttr("epsilon", 1e-5)},
                    {"momentum", node->FloatAttr("momentum", 0.9)}});
  node->Out(0, outputs["Y"]);
}

void InstanceNormalization(Node* node) {
  const auto outputs = node->Append(
      "instance_norm",
      {{"X", node->In(0)}, {"Scale", node->In(1)}, {"Bias", node->In(2)}},
      {{"epsilon", node->FloatAttr("epsilon", 1e-5)}});
  node->Out(0, outputs["Y"]);
}

// Returns scale or bias of a row as a vector.
Variable RowVector(Node* node, int input) {
  const Variable x = node->OptionalIn(input);
  if (!x.is_valid() || x.dims().rank() == 1) return x;
  return node->Reshape(x, {-1});
}

// The statistics are vectors; the nodes' have the rank of X.
Variable AsRows(Node* node, const Variable& statistic, const Variable& x,
                int axis) {
  Ints shape(x.dims().rank(), 1);
  for (int i = 0; i < axis; ++i) shape[i] = x.dims()[i];
  int open = 0;
  for (int64_t& size : shape) {
    if (size < 0) size = -1;
    open += size < 0;
  }
  PADDLE_ONNX_REFUSE(open > 1,
                     "statistics of rows, the sizes of which are "
                     "known only when the program runs");
  return node->Reshape(statistic, shape);
}

void LayerNormalization(Node* node) {
  const Variable x = node->In(0);
  const int axis =
      framework::NormalizeAxis(node->IntAttr("axis", -1), x.dims().rank());
  const double epsilon = node->FloatAttr("epsilon", 1e-5);
  const auto outputs = node->Append(
      "layer_norm",
      {{"X", x}, {"Scale", RowVector(node, 1)}, {"Bias", RowVector(node, 2)}},
      {{"begin_norm_axis", int64_t{axis}}, {"epsilon", epsilon}});
  node->Out(0, outputs["Y"]);
  if (node->HasOutput(1)) {
    node->Out(1, AsRows(node, outputs["Mean"], x, axis));
  }
  if (!node->HasOutput(2)) return;
  const Variable deviation = node->Op(
      "rsqrt", node->Op("scale", outputs["Variance"], {{"bias", epsilon}}));
  node->Out(2, AsRows(node, deviation, x, axis));
}

void RMSNormalization(Node* node) {
  const Variable x = node->In(0);
  const int axis =
      framework::NormalizeAxis(node->IntAttr("axis", -1), x.dims().rank());
  const auto outputs =
      node->Append("rms_norm", {{"X", x}, {"Scale", RowVector(node, 1)}},
                   {{"begin_norm_axis", int64_t{axis}},
                    {"epsilon", node->FloatAttr("epsilon", 1e-5)}});
  node->Out(0, outputs["Y"]);
}

// Before version 21 there is a scale for each group, and since for each
// channel.
void GroupNormalization(Node* node) {
  const Variable x = node->In(0);
  const int64_t groups = node->RequiredInt("num_groups");
  const int64_t channels = x.dims().at(1);
  PADDLE_ENFORCE(groups > 0 && channels > 0 && channels % groups == 0,
                 InvalidArgument, groups, " groups of ", channels, " channels");
  const auto by_channel = [&](int input) {
    const Variable value = node->In(input);
    if (node->opset() >= 21) return value;
    const Variable column = node->Reshape(value, {groups, 1});
    const Variable each = node->Op(
        "broadcast_to", column, {{"shape", Ints{groups, channels / groups}}});
    return node->Reshape(each, {channels});
  };
  const auto outputs = node->Append(
      "group_norm",
      {{"X", x}, {"Scale", by_channel(1)}, {"Bias", by_channel(2)}},
      {{"groups", groups}, {"epsilon", node->FloatAttr("epsilon", 1e-5)}});
  node->Out(0, outputs["Y"]);
}

void LRN(Node* node) {
  const int64_t size = node->RequiredInt("size");
  PADDLE_ENFORCE(size > 0, InvalidArgument, "a size of ", size);
  const double alpha = node->FloatAttr("alpha", 1e-4);
  const auto outputs =
      node->Append("lrn", {{"X", node->In(0)}},
                   {{"n", size},
                    {"k", node->FloatAttr("bias", 1)},
                    {"alpha", alpha / static_cast<double>(size)},
                    {"beta", node->FloatAttr("beta", 0.75)}});
  node->Out(0, outputs["Out"]);
}

void LpNormalization(Node* node) {
  const Variable x = node->In(0);
  const int64_t p = node->IntAttr("p", 2), axis = node->IntAttr("axis", -1);
  PADDLE_ENFORCE(p == 1 || p == 2, InvalidArgument, "p is 1 or 2, not ", p);
  const layer::AttributeMap along = {{"dim", Ints{axis}}, {"keep_dim", true}};
  const Variable sum =
      node->Op("reduce_sum", node->Op(p == 1 ? "abs" : "square", x), along);
  const Variable norm = p == 1 ? sum : node->Op("sqrt", sum);
  // A row of zeros stays one.
  const Variable zero = node->Op2("equal", norm, node->Number(0, x.dtype()));
  const Variable divisor = node->Op(
      "where",
      {{"Condition", zero}, {"X", node->Number(1, x.dtype())}, {"Y", norm}});
  node->Out(0, node->Op2("elementwise_div", x, divisor));
}

void MeanVarianceNormalization(Node* node) {
  const Variable x = node->In(0);
  const Ints axes = node->IntsAttr("axes", {0, 2, 3});
  const layer::AttributeMap along = {{"dim", axes}, {"keep_dim", true}};
  const Variable centered =
      node->Op2("elementwise_sub", x, node->Op("reduce_mean", x, along));
  const Variable variance =
      node->Op("reduce_mean", node->Op("square", centered), along);
  const Variable deviation =
      node->Op("scale", node->Op("sqrt", variance), {{"bias", 1e-9}});
  node->Out(0, node->Op2("elementwise_div", centered, deviation));
}

PADDLE_ONNX_IMPORT("BatchNormalization", 6, BatchNormalization);
PADDLE_ONNX_IMPORT("InstanceNormalization", 6, InstanceNormalization);
PADDLE_ONNX_IMPORT("LayerNormalization", 17, LayerNormalization);
PADDLE_ONNX_IMPORT("RMSNormalization", 23, RMSNormalization);
PADDLE_ONNX_IMPORT("GroupNormalization", 18, GroupNormalization);
PADDLE_ONNX_IMPORT("LRN", 1, LRN);
PADDLE_ONNX_IMPORT("LpNormalization", 1, LpNormalization);
PADDLE_ONNX_IMPORT("MeanVarianceNormalization", 9, MeanVarianceNormalization);

}  // namespace
}  // namespace paddle::onnx
