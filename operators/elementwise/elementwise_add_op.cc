#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"
#include "paddle/operators/elementwise/second_gradient.h"

namespace paddle::operators {
namespace {

class ElementwiseAddOpMaker : public ElementwiseOpMaker {
 public:
  ElementwiseAddOpMaker()
      : ElementwiseOpMaker("X + Y", "Integers wrap around.") {}
};

}  // namespace

REGISTER_OP(elementwise_add, ElementwiseOp, ElementwiseAddOpMaker,
            elementwise_add_grad, ElementwiseLinearGradOp);
REGISTER_GRADIENT_MAKER(elementwise_add_grad, SumSecondGradient);
REGISTER_OP_FLOPS(elementwise_add, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
