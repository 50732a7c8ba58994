// The value that a program holds for data that is not fed.
#pragma once

#include <string>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {

// Throws InvalidArgument, naming the problem, if the default value does not fit
// its variable: not dense data (is_feed) of a known data type; dims that differ
// from the variable's (a symbol matches any size); a number of bytes other than
// dims and data type require; a bool that is neither 0 nor 1; lengths that have
// other than lod_level levels, are negative, or do not add up to the next level
// or the rows. Safe for anything a damaged file may hold. A variable without a
// default value passes.
void CheckDefaultValue(const proto::VarDesc& var);

// Describes a default value for people, such as "[3, 1] in sequences of {{2,
// 1}}", with at most a few lengths; "" if there is none. Safe for values that
// CheckDefaultValue rejects.
std::string DefaultValueText(const proto::VarDesc& var);

}  // namespace paddle::framework
