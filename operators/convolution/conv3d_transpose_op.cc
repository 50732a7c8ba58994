#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/convolution/conv_schema_base.h"

namespace paddle::operators {

REGISTER_OP(conv3d_transpose, ConvTransposeOp(3), ConvTransposeOpMaker(3),
            conv3d_transpose_grad, ConvGradOp);
REGISTER_OP_FLOPS(conv3d_transpose,
                  framework::FlopsOfFilters("Input", "Filter"),
                  framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators
