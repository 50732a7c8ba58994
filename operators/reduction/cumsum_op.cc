#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/axis_shape.h"
#include "paddle/operators/common/same_op_gradient.h"

namespace paddle::operators {
namespace {

void DescribeCumsum(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of rank 1 or more.");
  op->AddOutput("Out", "Tensor of the shape of X.");
  op->AddAttr<int64_t>("axis", "The axis; a negative one counts from the end.")
      .SetDefault(-1);
  op->AddAttr<bool>("exclusive",
                    "Whether an element is left out of its own sum, so that "
                    "the first sum is 0.")
      .SetDefault(false);
  op->AddAttr<bool>("reverse", "Whether to add from the end of the axis.")
      .SetDefault(false);
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out[i] = X[0] + ... + X[i] along the axis. Integers wrap around. "
      "Errors: OutOfRange for an axis that X does not have.");
}

// dX sums the gradients of all sums that an element went to: from the other
// end.
framework::AttributeMap FromTheOtherEnd(
    const framework::proto::OpDesc& forward) {
  return {{"axis", framework::GetAttribute(forward, "axis")},
          {"exclusive", framework::GetAttribute(forward, "exclusive")},
          {"reverse", !framework::GetAttr<bool>(forward, "reverse")}};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(cumsum, AlongAxisOp,
                             framework::MakerFunction(DescribeCumsum));
REGISTER_GRADIENT_MAKER(cumsum, SameOpGradient(FromTheOtherEnd));
REGISTER_ATTR_INPUT(cumsum, axis, AxisTensor);
REGISTER_OP_FLOPS(cumsum, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
