// Finds operators that may run where the program would not have run them.
#pragma once

#include <string>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// True if an operator cannot fail once its inputs are there, whatever their
// values are: it is of a type that checks nothing but shapes, and its shapes
// fit for all sizes that the program leaves open. Inputs are taken to have the
// shapes that the program gives them. So a row may be multiplied by a matrix of
// known height, but integers are not divided, no row is looked up, and no
// tensors are added whose sizes only a run compares. `table` is that of the
// operator's block, in a program.
bool CannotFail(const proto::OpDesc& op, const SymbolTable& table);

// True if the type, at least, is such a one: a quick answer.
bool MayNeverFail(const std::string& type);

}  // namespace paddle::framework
