// Gradients of operators that move elements: the same operator moves the
// gradient back.
#pragma once

#include <functional>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::operators {

// Returns a maker for REGISTER_GRADIENT_MAKER: X@GRAD = the operator applied to
// Out@GRAD, with the attributes that `attributes` computes from the forward
// operator (the inverse permutation, say).
framework::GradMaker SameOpGradient(
    std::function<
        framework::AttributeMap(const framework::proto::OpDesc& forward)>
        attributes);

}  // namespace paddle::operators
