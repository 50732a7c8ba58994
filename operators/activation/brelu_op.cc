#include "paddle/operators/activation/schema_base.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class BreluOp : public ActivationOp {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    const double min = context->Attr<double>("t_min");
    const double max = context->Attr<double>("t_max");
    PADDLE_ENFORCE(min <= max, InvalidArgument,
                   "brelu needs a t_min that is not above its t_max; they are ",
                   min, " and ", max);
    ActivationOp::InferShape(context);
  }
};

}  // namespace

REGISTER_OP(brelu, BreluOp,
            ActivationOpMaker(
                "min(max(X, t_min), t_max)", "",
                {{"t_min", "The least value of Out.", 0},
                 {"t_max", "The greatest value of Out, at least t_min.", 24}},
                "InvalidArgument for a t_min above t_max."),
            brelu_grad, ActivationGradFromX);
REGISTER_PRECISION(brelu, kFollows);
REGISTER_OP_FLOPS(brelu, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
