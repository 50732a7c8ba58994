#include "paddle/operators/convolution/conv_schema_base.h"

namespace paddle::operators {

REGISTER_OP(conv3d, ConvOp<3>, ConvOpMaker<3>, conv3d_grad, ConvGradOp);

}  // namespace paddle::operators
