#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class TanhShrinkOpMaker : public ActivationOpMaker {
 public:
  TanhShrinkOpMaker() : ActivationOpMaker("X - tanh(X)") {}
};

}  // namespace

REGISTER_OP(tanh_shrink, ActivationOp, TanhShrinkOpMaker, tanh_shrink_grad,
            ActivationGradFromX);
REGISTER_OP_FLOPS(tanh_shrink, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators
