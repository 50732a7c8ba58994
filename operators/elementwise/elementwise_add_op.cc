#include "paddle/operators/elementwise/schema_base.h"

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

}  // namespace paddle::operators
