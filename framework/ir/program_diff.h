// Shows what differs between two programs, such as before and after a pass.
#pragma once

#include <string>

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Returns the lines of PrintText that differ, as in
//
//     block 0 {
//   ...
//   -   a = scale(X=x, scale=2.0)
//   +   a = assign(X=b)
//       y = relu(X=a)
//   ...
//
// with three equal lines around them; "" if the programs print the same. Call
// sites are left out unless the options ask for them. Deterministic.
std::string DiffPrograms(const Program& before, const Program& after,
                         const PrintOptions& options = {true, false, false,
                                                        false});

// Returns both programs as one drawing for Graphviz's `dot`, the first over the
// second: operators that the other one does not have with the same id, slots
// and attributes are red in the first and green in the second.
std::string DiffGraphviz(const Program& before, const Program& after);

}  // namespace paddle::framework
