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

}  // namespace paddle::operators
