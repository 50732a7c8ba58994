#include <string>

#include "paddle/operators/activation/schema_base.h"
#include "paddle/operators/activation/second_gradient.h"

namespace paddle::operators {
namespace {

void SqrtCurvature(const std::string& y, const std::string& product,
                   const std::string& out, GradientWriter* writer) {
  // d/dy 1 / (2 y) = -1 / (2 y^2)
  const std::string half =
      writer->Write("elementwise_div", {{"X", {product}}, {"Y", {y}}});
  writer->Scaled(writer->Write("elementwise_div", {{"X", {half}}, {"Y", {y}}}),
                 -0.5, 0, out);
}

}  // namespace

REGISTER_ACTIVATION(sqrt, ActivationGradFromOut, /*operations=*/1,
                    "the square root of X (NaN for a negative number)");
REGISTER_GRADIENT_MAKER(sqrt_grad,
                        ActivationSecondGradient("Out", SqrtCurvature));

}  // namespace paddle::operators
