#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/convolution/conv_schema_base.h"

namespace paddle::operators {

REGISTER_OP(conv2d, ConvOp(2), ConvOpMaker(2), conv2d_grad, ConvGradOp);
REGISTER_OP_FLOPS(conv2d, framework::FlopsOfFilters("Output", "Filter"),
                  framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators
