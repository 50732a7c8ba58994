// A program as a drawing.
#pragma once

#include <string>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Text for Graphviz's `dot`: a box for each operator, an ellipse for each value
// of a variable (an update in place makes a new value of the same name), a
// frame for each block, and a dashed arrow from an operator to the blocks it
// owns. Deterministic; any program can be drawn, also one that Verify refuses.
std::string PrintGraphviz(const Program& program);

}  // namespace paddle::framework
