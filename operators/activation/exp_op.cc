#include <string>

#include "paddle/operators/activation/schema_base.h"
#include "paddle/operators/activation/second_gradient.h"

namespace paddle::operators {
namespace {

void ExpCurvature(const std::string&, const std::string& product,
                  const std::string& out, GradientWriter* writer) {
  // d/dy y
  writer->Scaled(product, 1, 0, out);
}

}  // namespace

REGISTER_ACTIVATION(exp, ActivationGradFromOut, /*operations=*/1, "exp(X)");
REGISTER_GRADIENT_MAKER(exp_grad,
                        ActivationSecondGradient("Out", ExpCurvature));

}  // namespace paddle::operators
