#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/axis_shape.h"

namespace paddle::operators {
namespace {

void DescribeCumprod(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of rank 1 or more.");
  op->AddOutput("Out", "Tensor of the shape of X.");
  op->AddAttr<int64_t>("axis", "The axis; a negative one counts from the end.")
      .SetDefault(-1);
  op->AddAttr<bool>("exclusive",
                    "Whether an element is left out of its own product, so "
                    "that the first product is 1.")
      .SetDefault(false);
  op->AddAttr<bool>("reverse", "Whether to multiply from the end of the axis.")
      .SetDefault(false);
  op->AddComment(
      "Out[i] = X[0] * ... * X[i] along the axis. Integers wrap around. The "
      "gradient divides by nothing: it is exact where X has zeros, too. "
      "Errors: OutOfRange for an axis that X does not have.");
}

}  // namespace

REGISTER_OP(cumprod, AlongAxisOp, framework::MakerFunction(DescribeCumprod),
            cumprod_grad, framework::GradOpSchema({"X"}));
REGISTER_ATTR_INPUT(cumprod, axis, AxisTensor);
REGISTER_OP_FLOPS(cumprod, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
