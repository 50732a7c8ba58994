// Supplies the shapes and attributes that the fuzzer needs to write a small
// program for each operator, where the operator's documentation does not
// determine them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"

namespace paddle::fuzz {

// An input variable of a program.
struct Given {
  std::vector<int64_t> shape;
  std::string dtype = "float32";
  int lod_level = 0;
};

// Returns a size for a name in a documented shape, such as 2 for "N" in "[N,
// C]"; 0 for an unknown name.
int64_t SizeOf(const std::string& name);
// Returns the variable for an input slot; null if the documentation determines
// it.
const Given* FindGiven(const std::string& op, const std::string& slot);
// Returns values for the attributes without a default, or whose default gives
// no valid program.
framework::AttributeMap AttributesOf(const std::string& op);

}  // namespace paddle::fuzz
