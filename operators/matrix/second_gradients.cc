// Gradients of the gradients of products of matrices.

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"

namespace paddle::operators {

using framework::MultilinearSecondGradient;

REGISTER_GRADIENT_MAKER(matmul_grad, MultilinearSecondGradient());
REGISTER_GRADIENT_MAKER(mul_grad, MultilinearSecondGradient());
REGISTER_GRADIENT_MAKER(bilinear_tensor_product_grad,
                        MultilinearSecondGradient({"Bias"}));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_matrix() { return 0; }
