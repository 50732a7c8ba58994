// Makes operators with a single mistake: in an attribute, a slot, or a
// variable.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::fuzz {

// A program in which operator `op` of block `block`, or a variable that it
// reads or writes, was changed.
struct WrongOperator {
  std::string what;  // "attribute paddings of pool2d: 12 elements"
  framework::proto::ProgramDesc program;
  int block = 0;
  int op = 0;
  std::string variable;  // the variable that was changed, if any
  // True if the schema alone reveals the mistake: it must be refused when the
  // operator is added, and by Verify. Otherwise the program may be valid.
  bool must_be_refused = false;
};

// Returns the program with each attribute of the operator given every wrong
// type, length, sign and size, and each slot every wrong number and kind of
// variables, and variables of other shapes and data types.
std::vector<WrongOperator> WrongOperators(
    const framework::proto::ProgramDesc& program, int block, int op);

}  // namespace paddle::fuzz
