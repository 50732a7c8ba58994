// Gradients of the gradients of functions of one tensor, by ordinary operators.
#pragma once

#include <functional>
#include <string>

#include "paddle/framework/registry/gradient.h"
#include "paddle/operators/common/gradient_writer.h"

namespace paddle::operators {

// Writes `product` times the derivative, by `saved`, of what the gradient
// operator multiplies Out@GRAD by, to `out`.
using Curvature =
    std::function<void(const std::string& saved, const std::string& product,
                       const std::string& out, GradientWriter* writer)>;

// The gradient maker of a gradient operator that computes X@GRAD = Out@GRAD *
// d(saved), where `saved` is the slot X or Out: Out@GRAD gets what the operator
// makes of the gradient that flows into X@GRAD, and `saved` what `curvature`
// writes, with the product of the two gradients.
framework::GradMaker ActivationSecondGradient(std::string saved,
                                              Curvature curvature);

}  // namespace paddle::operators
