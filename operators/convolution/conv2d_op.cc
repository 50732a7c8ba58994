#include "paddle/operators/convolution/conv_schema_base.h"

namespace paddle::operators {

REGISTER_OP(conv2d, ConvOp<2>, ConvOpMaker<2>, conv2d_grad, ConvGradOp);

}  // namespace paddle::operators
