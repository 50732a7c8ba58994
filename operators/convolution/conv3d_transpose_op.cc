#include "paddle/operators/convolution/conv_schema_base.h"

namespace paddle::operators {

REGISTER_OP(conv3d_transpose, ConvTransposeOp<3>, ConvTransposeOpMaker<3>,
            conv3d_transpose_grad, ConvGradOp);

}  // namespace paddle::operators
