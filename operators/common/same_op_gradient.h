// The gradient of operators that move elements: the same operator, on the
// gradient, the other way round.
#pragma once

#include <functional>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::operators {

// For REGISTER_GRADIENT_MAKER: X@GRAD = the operator, with the attributes that
// `attributes` makes of the forward operator, of Out@GRAD.
framework::GradMaker SameOpGradient(
    std::function<
        framework::AttributeMap(const framework::proto::OpDesc& forward)>
        attributes);

}  // namespace paddle::operators
