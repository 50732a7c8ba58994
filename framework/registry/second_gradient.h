// Gradients of gradient operators that follow from the nature of the forward
// operator, so that nobody has to write them down. For REGISTER_GRADIENT_MAKER
// of a gradient operator that GradOpSchema declares.
//
// Let g flow into the outputs of the forward operator f, and let u flow into
// the output of its gradient operator, f'(x)^T g. Then the gradient for g is
// f'(x) u, and the gradient for x is that of <f'(x) u, g>.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::framework {

// For an operator that is jointly linear in all inputs that have gradients,
// other inputs being fixed: f'(x) u is f(u). `attributes` replace those of the
// forward operator (what it adds must be 0). Emits fill_zeros_like for inputs
// into whose gradients nothing flows.
GradMaker LinearSecondGradient(AttributeMap attributes = {});

// For an operator that is linear in each of the inputs that have gradients, the
// others being fixed: f'(x) u is the sum of f with one input after the other
// replaced. Optional inputs in `added` are added to the output, as a bias is,
// which is linear in these alone. Emits the forward operator, and
// fill_zeros_like for these.
GradMaker MultilinearSecondGradient(std::vector<std::string> added = {});

// For an operator whose derivative is a diagonal matrix and, except at single
// points, does not change with its inputs, such as dropout or relu: the
// gradient for g is the gradient operator applied to u. `input` is the one with
// a gradient.
GradMaker DiagonalSecondGradient(std::string input = "X",
                                 std::string output = "Out");

}  // namespace paddle::framework
