// Losses of classes.
#include <string>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// The classes that are wanted, and what each counts.
struct Wanted {
  Variable index;    // [N, ...], int64, in [0, classes)
  Variable weight;   // of its shape; invalid: each counts 1
  Variable ignored;  // booleans of its shape; invalid: none is
};

// Reads the classes, and the weights of classes from an input. A class that is
// ignored counts 0.
Wanted WantedOf(Node* node, DataType type, int weights) {
  Wanted wanted{node->Cast(node->In(1), DataType::kInt64), Variable(),
                Variable()};
  Variable ignored;
  if (node->HasAttr("ignore_index")) {
    const int64_t index = node->IntAttr("ignore_index", 0);
    ignored =
        node->Op2("equal", wanted.index,
                  node->Number(static_cast<double>(index), DataType::kInt64));
    wanted.index = node->Op("where", {{"Condition", ignored},
                                      {"X", node->Number(0, DataType::kInt64)},
                                      {"Y", wanted.index}});
  }
  if (node->HasInput(weights)) {
    const int64_t rank = wanted.index.dims().rank();
    const Variable places =
        node->Op("unsqueeze", wanted.index, {{"axes", Ints{rank}}});
    wanted.weight =
        node->Op("gather_nd", {{"X", node->In(weights)}, {"Index", places}});
  }
  wanted.ignored = ignored;
  if (!ignored.is_valid()) return wanted;
  const Variable counts = node->Cast(node->Op("logical_not", ignored), type);
  wanted.weight = wanted.weight.is_valid()
                      ? node->Op2("elementwise_mul", wanted.weight, counts)
                      : counts;
  return wanted;
}

Variable Sum(Node* node, const Variable& x) {
  return node->Op("reduce_sum", x, {{"reduce_all", true}});
}

// Returns the loss of logarithms of probabilities, [N, classes, ...], reduced
// as the node says.
Variable Loss(Node* node, const Variable& logarithms) {
  const Wanted wanted = WantedOf(node, logarithms.dtype(), 2);
  const Variable index =
      node->Op("unsqueeze", wanted.index, {{"axes", Ints{1}}});
  const Variable taken = node->Op(
      "squeeze",
      node->Op("take_along_axis", {{"X", logarithms}, {"Index", index}},
               {{"axis", int64_t{1}}}),
      {{"axes", Ints{1}}});
  Variable loss = node->Op("scale", taken, {{"scale", -1.0}});
  const bool weighted = wanted.weight.is_valid();
  if (weighted) loss = node->Op2("elementwise_mul", loss, wanted.weight);
  // A loss that is ignored may be infinite, and 0 times it is no number.
  if (wanted.ignored.is_valid()) {
    loss = node->Op("where", {{"Condition", wanted.ignored},
                              {"X", node->Number(0, loss.dtype())},
                              {"Y", loss}});
  }
  const std::string how = node->TextAttr("reduction", "mean");
  if (how == "none") return loss;
  if (how == "sum") return Sum(node, loss);
  PADDLE_ENFORCE(how == "mean", InvalidArgument, "reduction ", how);
  if (!weighted) return node->Op("reduce_mean", loss, {{"reduce_all", true}});
  return node->Op2("elementwise_div", Sum(node, loss),
                   Sum(node, wanted.weight));
}

void NegativeLogLikelihoodLoss(Node* node) {
  node->Out(0, Loss(node, node->In(0)));
}

void SoftmaxCrossEntropyLoss(Node* node) {
  const Variable logarithms =
      node->Op("log_softmax", node->In(0), {{"axis", int64_t{1}}});
  node->Out(0, Loss(node, logarithms));
  node->Out(1, logarithms);
}

PADDLE_ONNX_IMPORT("NegativeLogLikelihoodLoss", 12, NegativeLogLikelihoodLoss);
PADDLE_ONNX_IMPORT("SoftmaxCrossEntropyLoss", 12, SoftmaxCrossEntropyLoss);

}  // namespace
}  // namespace paddle::onnx
