// Blocks that compute derivatives along with values, for the second-order
// gradients of operators that own blocks.
//
// Let an operator compute y = f(x) by its block, and let g flow into y. Its
// gradient operator computes f'(x)^T g. Let u flow into that. Then the gradient
// for g is the tangent t = f'(x) u, which a block with tangents computes in the
// order of f; and the gradient for x is that of <t, g>, the ordinary gradient
// of this block.
//
// The tangents are computed by gradients: f'(x)^T d is linear in a placeholder
// d, and its gradient for d, with u flowing into it, is f'(x) u.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/composite_gradient.h"

namespace paddle::backward {

// See CompositeContext::AddTangents; the new block gets the parent `parent`.
framework::TangentBlock AddTangentBlock(
    framework::Program* program, int block, int parent,
    const std::vector<bool>& arguments,
    const std::vector<std::pair<std::string, std::string>>& captures);

// See CompositeContext::SetBlockEnds.
framework::NameList SetTangentBlockEnds(framework::Program* program, int block,
                                        const framework::NameList& arguments,
                                        const framework::NameList& results);

}  // namespace paddle::backward
