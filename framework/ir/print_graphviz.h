// Draws a program as a graph.
#pragma once

#include <string>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Returns the program as text for Graphviz's `dot`: a box for each operator, an
// ellipse for each value of a variable (an update in place makes a new value of
// the same name), a frame for each block, and a dashed arrow from an operator
// to the blocks it owns. Deterministic. Accepts any program, including one that
// Verify rejects.
std::string PrintGraphviz(const Program& program);

}  // namespace paddle::framework
