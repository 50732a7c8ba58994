#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"
#include "paddle/operators/elementwise/second_gradient.h"

namespace paddle::operators {
namespace {

class ElementwiseSubOpMaker : public ElementwiseOpMaker {
 public:
  ElementwiseSubOpMaker()
      : ElementwiseOpMaker("X - Y", "Integers wrap around.") {}
};

}  // namespace

REGISTER_OP(elementwise_sub, ElementwiseOp, ElementwiseSubOpMaker,
            elementwise_sub_grad, ElementwiseLinearGradOp);
REGISTER_GRADIENT_MAKER(elementwise_sub_grad, SumSecondGradient);
REGISTER_OP_FLOPS(elementwise_sub, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
