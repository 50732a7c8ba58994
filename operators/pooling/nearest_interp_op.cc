#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/pooling/interpolate_schema_base.h"

namespace paddle::operators {
namespace {

class NearestInterpOpMaker final : public InterpolateOpMakerBase {
 public:
  void Make() override {
    AddSizes();
    AddComment(
        "The element of X at (y * H / OH, x * W / OW), rounded down; with "
        "scale, H / OH and W / OW are 1 / scale. Errors: InvalidArgument "
        "unless either scale, or out_h and out_w are given, and for images "
        "that are empty before or after.");
  }
};

}  // namespace

REGISTER_OP(nearest_interp, InterpolateOp, NearestInterpOpMaker,
            nearest_interp_grad, InterpolateGradOp);
REGISTER_OP_FLOPS(nearest_interp, framework::NoFlops());

}  // namespace paddle::operators
