// Second gradients of activations, expressed by ordinary operators: no kernel
// is written for them, and they can be differentiated again. The common ones
// use this; the others are in second_gradients.cc.
#pragma once

#include <functional>
#include <string>

#include "paddle/framework/registry/gradient.h"
#include "paddle/operators/common/gradient_writer.h"

namespace paddle::operators {

// Writes operators that compute `out` = `product` times the derivative of
// d(saved), the factor by which the gradient operator multiplies Out@GRAD. All
// three are names of variables; `saved` is X or Out.
using Curvature =
    std::function<void(const std::string& saved, const std::string& product,
                       const std::string& out, GradientWriter* writer)>;

// Returns the gradient maker of a gradient operator X@GRAD = Out@GRAD *
// d(saved), where `saved` is the slot X or Out. With u flowing into X@GRAD, the
// gradient of Out@GRAD is u * d(saved), the same operator once more; that of
// `saved` is u * Out@GRAD * d'(saved), which `curvature` writes.
framework::GradMaker ActivationSecondGradient(std::string saved,
                                              Curvature curvature);

}  // namespace paddle::operators
