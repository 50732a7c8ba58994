// Gradients of the gradients of elementwise arithmetic, by ordinary operators.
// g is Out@GRAD; u and v are the gradients that flow into X@GRAD and Y@GRAD,
// either of which may be missing.
#pragma once

#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::operators {

// Of elementwise_add_grad and elementwise_sub_grad, which are linear: the
// gradient of g is u + v, or u - v.
std::vector<framework::proto::OpDesc> SumSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context);

// Of elementwise_mul_grad: g gets u y + x v, x gets g v, y gets g u (summed
// over what was broadcast).
std::vector<framework::proto::OpDesc> ProductSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context);

// Of elementwise_div_grad: g gets u / y - x v / y^2, x gets -g v / y^2, y gets
// -g u / y^2 + 2 g x v / y^3.
std::vector<framework::proto::OpDesc> QuotientSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context);

}  // namespace paddle::operators
