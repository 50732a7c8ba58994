#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {
namespace {

class ElementwiseDivOpMaker : public ElementwiseOpMaker {
 public:
  ElementwiseDivOpMaker() : ElementwiseOpMaker("X / Y") {}
};

}  // namespace

REGISTER_OP(elementwise_div, ElementwiseOp, ElementwiseDivOpMaker,
            elementwise_div_grad, ElementwiseProductGradOp);

}  // namespace paddle::operators
