// Second gradients of elementwise arithmetic, expressed by ordinary operators,
// which can be differentiated again. g is Out@GRAD; u and v are the gradients
// that flow into X@GRAD and Y@GRAD, either of which may be missing. Each
// function is a gradient maker: it returns operators for those gradients that
// are wanted, summed over what was broadcast.
#pragma once

#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::operators {

// For elementwise_add_grad and elementwise_sub_grad, which are linear: the
// gradient of g is u + v, or u - v. X and Y get none.
std::vector<framework::proto::OpDesc> SumSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context);

// For elementwise_mul_grad: the gradient of g is u y + x v, that of x is g v,
// and that of y is g u. The latter two are written as gradients of products,
// which sum over what was broadcast.
std::vector<framework::proto::OpDesc> ProductSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context);

// For elementwise_div_grad: the gradient of g is u / y - x v / y^2, that of x
// is -g v / y^2, and that of y is -g u / y^2 + 2 g x v / y^3. Terms that share
// -v / y share its operator.
std::vector<framework::proto::OpDesc> QuotientSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context);

}  // namespace paddle::operators
