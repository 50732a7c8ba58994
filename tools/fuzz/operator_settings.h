// What small programs of operators need that the operators' comments do not
// tell.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"

namespace paddle::fuzz {

// A variable.
struct Given {
  std::vector<int64_t> shape;
  std::string dtype = "float32";
  int lod_level = 0;
};

// Returns what a name in a shape of a comment stands for, 0 if it is unknown.
int64_t SizeOf(const std::string& name);
// Returns the variable of a slot, null where the comment tells.
const Given* FindGiven(const std::string& op, const std::string& slot);
// Returns the attributes that have no default, or a default of no use.
framework::AttributeMap AttributesOf(const std::string& op);

}  // namespace paddle::fuzz
