#include <string>

#include "paddle/operators/activation/schema_base.h"
#include "paddle/operators/activation/second_gradient.h"

namespace paddle::operators {
namespace {

void LogCurvature(const std::string& x, const std::string& product,
                  const std::string& out, GradientWriter* writer) {
  // d/dx 1 / x = -1 / x^2
  const auto over_x = [&](const std::string& g) {
    return writer->Write("log_grad", {{"X", {x}}, {"Out@GRAD", {g}}}, "", {},
                         "X@GRAD");
  };
  writer->Scaled(over_x(over_x(product)), -1, 0, out);
}

}  // namespace

REGISTER_ACTIVATION(log, ActivationGradFromX, /*operations=*/1,
                    "the natural logarithm of X (-inf for 0, NaN below)");
REGISTER_GRADIENT_MAKER(log_grad, ActivationSecondGradient("X", LogCurvature));

}  // namespace paddle::operators
