#include "paddle/operators/convolution/conv_schema_base.h"

namespace paddle::operators {

REGISTER_OP(conv2d_transpose, ConvTransposeOp<2>, ConvTransposeOpMaker<2>,
            conv2d_transpose_grad, ConvGradOp);

}  // namespace paddle::operators
