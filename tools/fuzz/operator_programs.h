// Small programs that run, one for each operator, made from what the operators
// say of themselves.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::fuzz {

// Returns the operators that OperatorProgram is for: all that are linked, but
// those of gradients, which come with theirs, and those that own blocks.
std::vector<std::string> OperatorTypes();

// Returns a program of data variables, an operator that reads them, and, where
// it has one, the operators of its gradient. Shapes and data types are those
// that the comments of its slots tell. Errors of AppendOp where they do not
// tell enough: then the tables in the source want a line.
framework::proto::ProgramDesc OperatorProgram(const std::string& type);

}  // namespace paddle::fuzz
