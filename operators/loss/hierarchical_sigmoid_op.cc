#include <cstdint>
#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;
using framework::GradName;
using framework::InferShapeContext;
using framework::MayBeEqual;

void CheckInt64(const InferShapeContext& context, const char* slot) {
  PADDLE_ENFORCE(context.InputType(slot) == DataType::kInt64, InvalidArgument,
                 slot, " of hierarchical_sigmoid is int64, not ",
                 framework::DataTypeName(context.InputType(slot)));
}

// Throws unless the parameters have a row for each of `nodes` nodes; a negative
// number is not known.
void CheckModel(const InferShapeContext& context, int64_t nodes) {
  const Dims x = context.InputDims("X"), w = context.InputDims("W");
  PADDLE_ENFORCE(x.rank() == 2 && w.rank() == 2 && MayBeEqual(w[1], x[1]),
                 InvalidArgument,
                 "hierarchical_sigmoid takes X [rows, width] and W [nodes, "
                 "width], not ",
                 x.ToString(), " and ", w.ToString());
  PADDLE_ENFORCE(nodes < 0 || MayBeEqual(w[0], nodes), InvalidArgument,
                 "the complete tree of ", nodes + 1, " classes has ", nodes,
                 " inner nodes, but W of hierarchical_sigmoid is ",
                 w.ToString());
  PADDLE_ENFORCE(w[0] != 0, InvalidArgument, "W ", w.ToString(),
                 " of hierarchical_sigmoid has no nodes");
  PADDLE_ENFORCE_EQ(context.InputType("W"), context.InputType("X"),
                    "W of hierarchical_sigmoid must be of the type of X");
  if (!context.HasInput("Bias")) return;
  const Dims bias = context.InputDims("Bias");
  PADDLE_ENFORCE(MayBeEqual(bias, {w[0]}) || MayBeEqual(bias, {w[0], 1}),
                 InvalidArgument, "Bias ", bias.ToString(),
                 " of hierarchical_sigmoid must hold one number for each row "
                 "of W ",
                 w.ToString());
  PADDLE_ENFORCE_EQ(context.InputType("Bias"), context.InputType("X"),
                    "Bias of hierarchical_sigmoid must be of the type of X");
}

// Returns the length of the longest path from given ones.
int64_t GivenLength(const InferShapeContext& context, int64_t rows) {
  PADDLE_ENFORCE(
      context.HasInput("PathTable") && context.HasInput("PathCode"),
      InvalidArgument,
      "hierarchical_sigmoid takes both PathTable and PathCode, or neither");
  CheckInt64(context, "PathTable");
  CheckInt64(context, "PathCode");
  const Dims table = context.InputDims("PathTable");
  const Dims code = context.InputDims("PathCode");
  PADDLE_ENFORCE(table.rank() == 2 && MayBeEqual(table[0], rows) &&
                     MayBeEqual(table, code) && table[1] != 0,
                 InvalidArgument, "PathTable ", table.ToString(),
                 " and PathCode ", code.ToString(),
                 " of hierarchical_sigmoid are not [rows of X ",
                 context.InputDims("X").ToString(), ", length]");
  return table[1];
}

// Returns the length of the longest path of the complete tree.
int64_t CompleteLength(const InferShapeContext& context, int64_t rows,
                       int64_t classes) {
  PADDLE_ENFORCE(context.HasInput("Label"), InvalidArgument,
                 "hierarchical_sigmoid takes a Label, or PathTable and "
                 "PathCode");
  CheckInt64(context, "Label");
  const Dims label = context.InputDims("Label");
  PADDLE_ENFORCE(MayBeEqual(label, {rows}) || MayBeEqual(label, {rows, 1}),
                 InvalidArgument, "Label ", label.ToString(),
                 " of hierarchical_sigmoid is no class for each row of X ",
                 context.InputDims("X").ToString());
  int64_t length = 0;
  for (int64_t rest = classes - 1; rest > 0; rest >>= 1) ++length;
  return length;
}

void InferHierarchicalSigmoid(InferShapeContext* context) {
  const auto classes = context->Attr<int64_t>("num_classes");
  const bool given =
      context->HasInput("PathTable") || context->HasInput("PathCode");
  CheckModel(*context, given ? -1 : classes - 1);
  const int64_t rows = context->InputDims("X")[0];
  const Dims paths = {rows, given ? GivenLength(*context, rows)
                                  : CompleteLength(*context, rows, classes)};
  const DataType type = context->InputType("X");
  context->SetOutput("Out", {rows, 1}, type);
  context->ShareLoD("X", "Out");
  context->SetOutput("PreOut", paths, type);
  context->SetOutput("PathNodes", paths, DataType::kInt64);
  context->SetOutput("PathSigns", paths, type);
}

void DescribeHierarchicalSigmoid(framework::OpMaker* op) {
  op->AddInput("X", "What is classified, [rows, width].");
  op->AddInput("W",
               "A row for each inner node of the tree, [nodes, width]: "
               "num_classes - 1 nodes of the complete tree.");
  op->AddInput("Label",
               "The class of each row, int64, [rows] or [rows, 1]; not read "
               "where there is a PathTable.")
      .AsOptional()
      .NoGradient();
  op->AddInput("PathTable",
               "The nodes on the path of each row, int64, [rows, length]; a "
               "negative number is none.")
      .AsOptional()
      .NoGradient();
  op->AddInput("PathCode",
               "Which way the path goes at each node, 0 or 1, int64, "
               "[rows, length].")
      .AsOptional()
      .NoGradient();
  op->AddInput("Bias", "[nodes] or [nodes, 1]; zeros if left out.")
      .AsOptional();
  op->AddOutput("Out", "The loss of each row, [rows, 1].");
  op->AddOutput("PreOut",
                "[rows, length]: W[n] X + Bias[n] for each node n of the path; "
                "0 beyond its end.")
      .AsIntermediate();
  op->AddOutput("PathNodes",
                "int64, [rows, length]: the nodes; beyond the end the first.")
      .AsIntermediate();
  op->AddOutput("PathSigns",
                "[rows, length]: 1 where the code is 0, -1 where it is 1, 0 "
                "beyond the end.")
      .AsIntermediate();
  op->AddAttr<int64_t>("num_classes", "How many classes the complete tree has.")
      .SetDefault(2)
      .AtLeast(2);
  op->AddAttr<bool>("is_sparse",
                    "The gradients of W and Bias are SelectedRows: those of "
                    "the nodes in use.")
      .SetDefault(false);
  op->AddComment(
      "Hierarchical softmax: trains a classifier among very many classes at "
      "the cost of the length of a path in a binary tree. Out is the sum, over "
      "the nodes n on the path from the class to the root, of log(1 + exp(z)) "
      "- code z, where z = W[n] X + Bias[n]: the negative logarithm of the "
      "probability of the class, and those of all classes add up to 1. In the "
      "complete tree class c has the nodes ((c + num_classes) >> (k + 1)) - 1 "
      "with code bit k of c + num_classes, for k from 0 until the root, node "
      "0. Sources: Morin and Bengio, \"Hierarchical probabilistic neural "
      "network language model\" (AISTATS 2005); Goodman, \"Classes for fast "
      "maximum entropy training\" (ICASSP 2001). Errors: OutOfRange, when run, "
      "for a label that is no class, a node that W lacks, and another code; "
      "InvalidArgument for shapes and data types that do not fit, and unless "
      "there is a Label, or PathTable and PathCode.");
}

class HierarchicalSigmoidGradOp : public framework::GradOpSchema {
 public:
  HierarchicalSigmoidGradOp()
      : GradOpSchema({"X", "W", "PreOut", "PathNodes", "PathSigns"}) {
    MayBeSelectedRows("W@GRAD");
    MayBeSelectedRows("Bias@GRAD");
  }
  void InferGradShape(InferShapeContext* context) const override {
    if (!context->Attr<bool>("is_sparse")) {
      return GradOpSchema::InferGradShape(context);
    }
    const DataType type = context->InputType("X");
    if (context->HasOutput(GradName("X"))) {
      context->SetOutput(GradName("X"), context->InputDims("X"), type);
      context->ShareLoD("X", GradName("X"));
    }
    for (const char* slot : {"W", "Bias"}) {
      if (!context->HasOutput(GradName(slot))) continue;
      context->SetSelectedRows(GradName(slot), context->InputDims(slot), type);
    }
  }
};

// Each node of a row: a product, and a logistic loss.
double HierarchicalSigmoidFlops(const framework::FlopsContext& op) {
  return op.SizeOf("PreOut") * (2.0 * op.DimsOf("X")[1] + 5);
}

}  // namespace

REGISTER_OP(hierarchical_sigmoid,
            framework::ShapeFunction(InferHierarchicalSigmoid),
            framework::MakerFunction(DescribeHierarchicalSigmoid),
            hierarchical_sigmoid_grad, HierarchicalSigmoidGradOp);
REGISTER_OP_FLOPS(hierarchical_sigmoid, HierarchicalSigmoidFlops,
                  framework::GradFlops::kTwice);

}  // namespace paddle::operators
