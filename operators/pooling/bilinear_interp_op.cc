#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/pooling/interpolate_schema_base.h"

namespace paddle::operators {

// The gradient reads no element of X or Out: only the dims of X@GRAD count.
REGISTER_OP(bilinear_interp, InterpolateOp,
            InterpolateOpMaker(
                "The mean of the four neighbours, weighed by nearness. The "
                "place of row y of Out in X is (y + 0.5) * H / OH - 0.5, at "
                "least 0, or, with align_corners, y * (H - 1) / (OH - 1). With "
                "scale, H / OH is 1 / scale. The same for columns. Of uint8 "
                "the weights of rows and of columns are rounded to multiples "
                "of 2^-20, and the mean to the nearest integer, of two to the "
                "larger one.",
                /*align_corners=*/true),
            bilinear_interp_grad, framework::GradOpSchema({}));
REGISTER_OP_FLOPS(bilinear_interp, framework::FlopsOfEach("Out", 7));

}  // namespace paddle::operators
