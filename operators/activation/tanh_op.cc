#include <string>

#include "paddle/operators/activation/schema_base.h"
#include "paddle/operators/activation/second_gradient.h"

namespace paddle::operators {
namespace {

void TanhCurvature(const std::string& y, const std::string& product,
                   const std::string& out, GradientWriter* writer) {
  // d/dy (1 - y^2)
  writer->Scaled(writer->Product(product, y), -2, 0, out);
}

}  // namespace

REGISTER_ACTIVATION(tanh, ActivationGradFromOut, /*operations=*/1, "tanh(X)");
REGISTER_GRADIENT_MAKER(tanh_grad,
                        ActivationSecondGradient("Out", TanhCurvature));
REGISTER_PRECISION(tanh, kFollows);

}  // namespace paddle::operators
