#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class RsqrtOpMaker : public ActivationOpMaker {
 public:
  RsqrtOpMaker() : ActivationOpMaker("1 / sqrt(X) (inf for 0, NaN below)") {}
};

}  // namespace

REGISTER_OP(rsqrt, ActivationOp, RsqrtOpMaker, rsqrt_grad,
            ActivationGradFromOut);
REGISTER_OP_FLOPS(rsqrt, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
