#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {
namespace {

class ElementwiseMinOpMaker : public ElementwiseOpMaker {
 public:
  ElementwiseMinOpMaker()
      : ElementwiseOpMaker("the smaller of X and Y",
                           "NaN wins. The gradient goes to the smaller one;"
                           " equal ones get half each.") {}
};

}  // namespace

REGISTER_OP(elementwise_min, ElementwiseOp, ElementwiseMinOpMaker,
            elementwise_min_grad, ElementwiseProductGradOp);
REGISTER_OP_FLOPS(elementwise_min, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
