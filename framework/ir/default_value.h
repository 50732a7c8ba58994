// The value of data that is not fed, as a description holds it.
#pragma once

#include <string>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {

// InvalidArgument, saying what is wrong, if the default value does not fit its
// variable: not dense data (is_feed) of a known data type; other dims than the
// variable (a symbol takes any size); not as many bytes as dims and data type
// ask for; a bool that is neither 0 nor 1; lengths that are not lod_level
// levels, are negative, or do not add up to the next level or the rows.
// Whatever a damaged file holds is safe here. Data of a variable that has no
// default value is right.
void CheckDefaultValue(const proto::VarDesc& var);

// "[3, 1] in sequences of {{2, 1}}", for people; "" without a default value.
// At most a few lengths. Anything can be shown, also what the check refuses.
std::string DefaultValueText(const proto::VarDesc& var);

}  // namespace paddle::framework
