#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/activation/prelu_alpha.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribePrelu(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape; axis 0 is the batch.");
  op->AddInput("Alpha",
               "The slopes, of X's data type. As mode says: one number; one "
               "for each channel, [C] (sizes of 1 around it are ignored); or a "
               "tensor of X's shape without axis 0.");
  op->AddOutput("Out", "Tensor of the shape of X.");
  op->AddAttr<std::string>("mode",
                           "What has a slope of its own: all, channel (axis 1 "
                           "of X) or element (of a row).")
      .SetDefault("all")
      .OneOf({"all", "channel", "element"});
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = X where X > 0, else Alpha * X, element by element. NaN gives NaN. "
      "Source: He, Zhang, Ren and Sun 2015, arXiv:1502.01852. Errors: "
      "InvalidArgument for an Alpha of another shape than mode says, or of "
      "another data type than X.");
}

void InferPrelu(framework::InferShapeContext* context) {
  PADDLE_ENFORCE_EQ(context->InputType("X"), context->InputType("Alpha"),
                    "X and Alpha must be of one data type");
  AlphaDims(context->InputDims("X"), context->InputDims("Alpha"),
            context->Attr<std::string>("mode"));
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP(prelu, framework::ShapeFunction(InferPrelu),
            framework::MakerFunction(DescribePrelu), prelu_grad,
            framework::GradOpSchema({"X", "Alpha"}));
REGISTER_PRECISION(prelu, kFollows);
REGISTER_OP_FLOPS(prelu, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
