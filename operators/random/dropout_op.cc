#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"

namespace paddle::operators {
namespace {

void InferDropout(framework::InferShapeContext* ctx) {
  ctx->ShareShape("X", "Out");
  ctx->SetOutput("Mask", ctx->InputDims("X"), framework::DataType::kUInt8);
}

void DescribeDropout(framework::OpMaker* op) {
  op->AddInput("X", "Of any shape.");
  op->AddOutput("Out", "The shape of X.");
  op->AddOutput("Mask", "uint8, 1 where an element is kept; the shape of X.")
      .AsIntermediate();
  op->AddAttr<double>("dropout_prob", "The probability to drop an element.")
      .SetDefault(0.5)
      .AtLeast(0)
      .AtMost(1);
  op->AddAttr<bool>("is_test", "Nothing is dropped: Out is X.")
      .SetDefault(false);
  op->AddAttr<int64_t>("seed",
                       "The seed of the random numbers; 0: the program's.")
      .SetDefault(0);
  op->MayReuse("Out", "X");
  op->IsRandom();
  op->AddComment(
      "Drops elements at random (Out is 0 there) and scales what is kept by 1 "
      "/ (1 - dropout_prob), so that the mean stays and a test needs no "
      "scaling. Source: Srivastava et al., \"Dropout\" (JMLR 2014). Errors: "
      "none beside those of every operator.");
}

}  // namespace

REGISTER_OP(dropout, framework::ShapeFunction(InferDropout),
            framework::MakerFunction(DescribeDropout), dropout_grad,
            framework::GradOpSchema({"Mask"}, {{"X@GRAD", "Out@GRAD"}}));
REGISTER_PRECISION(dropout, kFollows);
REGISTER_OP_FLOPS(dropout, framework::FlopsOfEach("Out", 2));

}  // namespace paddle::operators
