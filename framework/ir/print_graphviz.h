// Draws a program as a graph.
#pragma once

#include <functional>
#include <string>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Returns the program as text for Graphviz's `dot`: a box for each operator, an
// ellipse for each value of a variable (an update in place makes a new value of
// the same name), a frame for each block, and a dashed arrow from an operator
// to the blocks it owns. Deterministic. Accepts any program, including one that
// Verify rejects.
std::string PrintGraphviz(const Program& program);

// A part of a drawing of several programs.
struct GraphvizPart {
  std::string prefix;  // of all names of nodes and frames
  // Returns the colour that fills the box of an operator; "": none.
  std::function<std::string(const proto::OpDesc&)> color;
};

// Returns the frames and arrows of PrintGraphviz alone, for a drawing that has
// other programs, too.
std::string PrintGraphvizPart(const Program& program, const GraphvizPart& part);

}  // namespace paddle::framework
