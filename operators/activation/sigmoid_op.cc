#include <string>

#include "paddle/operators/activation/schema_base.h"
#include "paddle/operators/activation/second_gradient.h"

namespace paddle::operators {
namespace {

void SigmoidCurvature(const std::string& y, const std::string& product,
                      const std::string& out, GradientWriter* writer) {
  // d/dy (y - y^2)
  writer->Product(product, writer->Scaled(y, -2, 1), out);
}

}  // namespace

REGISTER_ACTIVATION(sigmoid, ActivationGradFromOut, /*operations=*/1,
                    "1 / (1 + exp(-X))");
REGISTER_GRADIENT_MAKER(sigmoid_grad,
                        ActivationSecondGradient("Out", SigmoidCurvature));
REGISTER_PRECISION(sigmoid, kFollows);

}  // namespace paddle::operators
