// Settings for small programs of operators that the operators' comments do not
// give.
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

// Returns the size that a name in the shape of a comment means, 0 if it is
// unknown.
int64_t SizeOf(const std::string& name);
// Returns the variable of a slot, null if the comment describes it.
const Given* FindGiven(const std::string& op, const std::string& slot);
// Returns attributes that have no default, or a default that is of no use.
framework::AttributeMap AttributesOf(const std::string& op);

}  // namespace paddle::fuzz
