// Gradients that are one operator, applied to Out@GRAD.
#pragma once

#include <functional>
#include <string>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::operators {

// Computes the attributes of the gradient's operator from the forward operator
// (the inverse permutation, say).
using GradAttributes =
    std::function<framework::AttributeMap(const framework::proto::OpDesc&)>;

// Returns a maker for REGISTER_GRADIENT_MAKER: `input`@GRAD = the operator
// `type`, with these attributes, applied to Out@GRAD; no operator if it is not
// wanted.
framework::GradMaker OneOpGradient(std::string type, GradAttributes attributes,
                                   std::string input = "X");

// Returns the same for an operator that moves elements: itself moves the
// gradient back.
framework::GradMaker SameOpGradient(GradAttributes attributes);

}  // namespace paddle::operators
