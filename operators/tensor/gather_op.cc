#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

class GatherOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Rows, [rows, ...].");
    AddInput("Index",
             "Numbers of rows, int64, [n] or [n, 1]; one may come often, or "
             "never. They are checked.")
        .NoGradient();
    AddOutput("Out", "Row Index[i] of X for each i, [n, ...].");
    AddComment(
        "Of the rows a, b, c and the index 2, 0, 2: c, a, c. The gradient of a "
        "row is the sum of those of its copies.");
  }
};

class GatherOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    Dims dims = context->InputDims("X");
    const Dims index = context->InputDims("Index");
    const DataType type = context->InputType("Index");
    PADDLE_ENFORCE_GE(dims.rank(), 1, "X of gather is a scalar");
    PADDLE_ENFORCE(index.rank() == 1 || (index.rank() == 2 &&
                                         framework::MayBeEqual(index[1], 1)),
                   InvalidArgument, "Index of gather is [n] or [n, 1], not ",
                   index.ToString());
    PADDLE_ENFORCE(type == DataType::kInt64, InvalidArgument,
                   "Index of gather is of int64, not ", DataTypeName(type));
    dims[0] = index[0];
    context->SetOutput("Out", dims, context->InputType("X"));
    context->ShareLoD("Index", "Out");
  }
};

class GatherGradOp : public framework::GradOpSchema {
 public:
  GatherGradOp() : GradOpSchema({"Index"}) {}
};

}  // namespace

REGISTER_OP(gather, GatherOp, GatherOpMaker, gather_grad, GatherGradOp);

}  // namespace paddle::operators
