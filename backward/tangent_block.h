// Blocks that compute derivatives along with values: what the gradient of the
// gradient of an operator that owns blocks is made of.
//
// Let an operator compute y = f(x) by its block, and let g flow into y. Its
// gradient operator gives f'(x)^T g. Into that flows u. Then the gradient for g
// is the tangent t = f'(x) u, which a block with tangents computes, in the very
// order of f; and the gradient for x is that of <t, g>, by the ordinary
// gradient of this block.
//
// The tangents are made of gradients: f'(x)^T d is linear in a stand-in d, and
// its gradient for d, u flowing into it, is f'(x) u.
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
