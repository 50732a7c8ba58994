#include <string>

#include "paddle/operators/activation/schema_base.h"
#include "paddle/operators/activation/second_gradient.h"

namespace paddle::operators {
namespace {

void SquareCurvature(const std::string&, const std::string& product,
                     const std::string& out, GradientWriter* writer) {
  // d/dx 2 x
  writer->Scaled(product, 2, 0, out);
}

}  // namespace

REGISTER_OP(square, ActivationOp, ActivationOpMaker("X^2"), square_grad,
            ActivationGradFromX);
REGISTER_GRADIENT_MAKER(square_grad,
                        ActivationSecondGradient("X", SquareCurvature));
REGISTER_OP_FLOPS(square, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
