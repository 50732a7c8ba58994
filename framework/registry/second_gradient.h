// Gradients of gradient operators that follow from what the forward operator
// is, so that nobody has to write them down. For REGISTER_GRADIENT_MAKER of a
// gradient operator that GradOpSchema declares.
//
// Let g flow into the outputs of the forward operator f, and let u flow into
// what the gradient operator makes of that, f'(x)^T g. Then the gradient for g
// is f'(x) u, and the gradient for x is that of <f'(x) u, g>.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::framework {

// Of an operator that is linear in all inputs that have gradients, together,
// for fixed other inputs: f'(x) u is f(u). `attributes` replace those of the
// forward operator (what it adds must be 0). It emits fill_zeros_like for
// inputs into whose gradients nothing flows.
GradMaker LinearSecondGradient(AttributeMap attributes = {});

// Of an operator that is linear in each of the inputs that have gradients, the
// others being fixed: f'(x) u is the sum of f with one input after the other
// replaced. Optional inputs in `added` are what it adds, as a bias is: the
// output is linear in these alone. It emits the forward operator, and
// fill_zeros_like for these.
GradMaker MultilinearSecondGradient(std::vector<std::string> added = {});

// Of an operator whose derivative is a diagonal matrix and does not change with
// its inputs, except at single points, as of dropout or relu: the gradient for
// g is the gradient operator, of u. `input` is the one with a gradient.
GradMaker DiagonalSecondGradient(std::string input = "X",
                                 std::string output = "Out");

}  // namespace paddle::framework
