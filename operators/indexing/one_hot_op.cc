#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/indexing/index_type.h"

namespace paddle::operators {
namespace {

using framework::Dims;

class OneHotOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X",
             "Numbers in [0, depth), int32 or int64, of any shape; a last "
             "axis of size 1 behind others does not count, so that [N, 1] is "
             "[N].")
        .NoGradient();
    AddOutput("Out", "The shape of X, and then depth: 1 at place X, else 0.");
    AddAttr<int64_t>("depth", "How many numbers there are.").AtLeast(1);
    AddDataTypeAttr("dtype", "The data type of Out.");
    AddComment(
        "With X 2, 0 and depth 3: [[0, 0, 1], [1, 0, 0]]. Errors: OutOfRange, "
        "when run, for a number outside of [0, depth), naming its position; "
        "InvalidArgument for numbers that are not int32 or int64.");
    KernelTypeFrom("X");
  }
};

class OneHotOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    CheckIndexType(*context, "X");
    const Dims x = context->InputDims("X");
    const bool column = x.rank() >= 2 && x[x.rank() - 1] == 1;
    Dims out = x.Slice(0, x.rank() - column);
    out.Append(context->Attr<int64_t>("depth"));
    context->SetOutput("Out", out, context->DataTypeAttr("dtype"));
    if (x.rank() > 0) context->ShareLoD("X", "Out");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(one_hot, OneHotOp, OneHotOpMaker);
REGISTER_OP_FLOPS(one_hot, framework::NoFlops());

}  // namespace paddle::operators
