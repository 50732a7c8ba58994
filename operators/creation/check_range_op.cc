#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/creation/identity_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeCheckRange(framework::OpMaker* op) {
  op->AddInput("X", "Numbers, of any shape.");
  op->AddOutput("Out", "What X is, of the same shape.");
  op->AddAttr<double>("min", "The least that a number may be.");
  op->AddAttr<double>("max", "The greatest that a number may be.");
  op->AddAttr<std::string>("message", "What the numbers are, for the error.")
      .SetDefault("a number");
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = X. What numbers of a run have to be is checked where they are "
      "first used. A run on a GPU waits for them. Errors: InvalidArgument, "
      "when run, for a number below min or above max, and one that is none; "
      "it names message, number and bounds.");
}

void InferCheckRange(framework::InferShapeContext* context) {
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(check_range,
                             framework::ShapeFunction(InferCheckRange),
                             framework::MakerFunction(DescribeCheckRange));
REGISTER_GRADIENT_MAKER(check_range, IdentityGradient("X"));
REGISTER_OP_FLOPS(check_range, framework::NoFlops());

}  // namespace paddle::operators
