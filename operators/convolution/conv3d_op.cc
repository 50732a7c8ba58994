#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/convolution/conv_schema_base.h"

namespace paddle::operators {

REGISTER_OP(conv3d, ConvOp(3), ConvOpMaker(3), conv3d_grad, ConvGradOp);
REGISTER_OP_FLOPS(conv3d, framework::FlopsOfFilters("Output", "Filter"),
                  framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators
