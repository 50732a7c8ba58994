// Small programs that run, one per operator, made from the operators' schemas.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::fuzz {

// Returns the operators that OperatorProgram handles: all that are linked,
// except gradient operators, which come with theirs, and operators that own
// blocks.
std::vector<std::string> OperatorTypes();

// Returns a program of data variables, an operator that reads them, and the
// operators of its gradient, if it has one. Shapes and data types follow the
// comments of its slots. Throws the errors of AppendOp if these do not say
// enough: then the tables in the source need another line.
framework::proto::ProgramDesc OperatorProgram(const std::string& type);

}  // namespace paddle::fuzz
