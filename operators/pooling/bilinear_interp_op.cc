#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/pooling/interpolate_schema_base.h"

namespace paddle::operators {
namespace {

class BilinearInterpOpMaker final : public InterpolateOpMakerBase {
 public:
  void Make() override {
    AddSizes();
    AddAttr<bool>(
        "align_corners",
        "The centers of the corner elements of both images stand over "
        "each other; otherwise the outer edges of the images do.")
        .SetDefault(false);
    AddComment(
        "The mean of the four neighbours, weighed by nearness. The place of "
        "row y of Out in X is (y + 0.5) * H / OH - 0.5, at least 0, or, with "
        "align_corners, y * (H - 1) / (OH - 1). With scale, H / OH is 1 / "
        "scale. "
        "The same for columns. Errors: InvalidArgument unless either scale, or "
        "out_h and out_w are given, and for images that are empty before or "
        "after.");
  }
};

}  // namespace

REGISTER_OP(bilinear_interp, InterpolateOp, BilinearInterpOpMaker,
            bilinear_interp_grad, InterpolateGradOp);
REGISTER_OP_FLOPS(bilinear_interp, framework::FlopsOfEach("Out", 7));

}  // namespace paddle::operators
