#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {
namespace {

class ElementwiseMulOpMaker : public ElementwiseOpMaker {
 public:
  ElementwiseMulOpMaker()
      : ElementwiseOpMaker("X * Y", "Integers wrap around.") {}
};

}  // namespace

REGISTER_OP(elementwise_mul, ElementwiseOp, ElementwiseMulOpMaker,
            elementwise_mul_grad, ElementwiseProductGradOp);

}  // namespace paddle::operators
