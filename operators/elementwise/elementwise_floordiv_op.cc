#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {
namespace {

class ElementwiseFloordivOpMaker : public ElementwiseOpMaker {
 public:
  ElementwiseFloordivOpMaker()
      : ElementwiseOpMaker("floor(X / Y)",
                           "An integer is not divided by 0. There is no "
                           "gradient: it would be 0.",
                           ", and, when run, for an integer divided by 0") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(elementwise_floordiv, ElementwiseOp,
                             ElementwiseFloordivOpMaker);
REGISTER_OP_FLOPS(elementwise_floordiv, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
