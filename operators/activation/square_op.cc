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

REGISTER_ACTIVATION(square, ActivationGradFromX, /*operations=*/1, "X^2");
REGISTER_GRADIENT_MAKER(square_grad,
                        ActivationSecondGradient("X", SquareCurvature));

}  // namespace paddle::operators
