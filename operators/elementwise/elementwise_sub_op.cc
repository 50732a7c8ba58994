#include "paddle/operators/elementwise/schema_base.h"

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

}  // namespace paddle::operators
