#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {
namespace {

class PNormOpMaker : public ReduceOpMaker {
 public:
  PNormOpMaker()
      : ReduceOpMaker(
            "sum(|X|^p)^(1/p), of p = inf and -inf the largest and the "
            "smallest |X|, of p = 0 the number of X that are not 0,",
            "0, of p = -inf inf") {}
  void Make() override {
    ReduceOpMaker::Make();
    AddAttr<double>("p", "The order of the norm; may be infinite.")
        .SetDefault(2);
  }
};

}  // namespace

// The gradient is 0 where X or the norm is 0. Of an infinite p, elements that
// are the norm share the gradient evenly.
REGISTER_OP(p_norm, ReduceOp, PNormOpMaker, p_norm_grad,
            framework::GradOpSchema({"X", "Out"}));
REGISTER_OP_FLOPS(p_norm, framework::FlopsOfLargest(3));

}  // namespace paddle::operators
