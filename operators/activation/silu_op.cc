#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class SiluOpMaker : public ActivationOpMaker {
 public:
  SiluOpMaker()
      : ActivationOpMaker(
            "X / (1 + exp(-X))",
            "Source: Elfwing, Uchibe and Doya 2017, arXiv:1702.03118.") {}
};

}  // namespace

REGISTER_OP(silu, ActivationOp, SiluOpMaker, silu_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(silu, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators
