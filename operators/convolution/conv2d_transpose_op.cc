#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/convolution/conv_schema_base.h"

namespace paddle::operators {

REGISTER_OP(conv2d_transpose, ConvTransposeOp(2), ConvTransposeOpMaker(2),
            conv2d_transpose_grad, ConvGradOp);
REGISTER_OP_FLOPS(conv2d_transpose,
                  framework::FlopsOfFilters("Input", "Filter"),
                  framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators
