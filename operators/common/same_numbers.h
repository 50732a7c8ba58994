// How operators read what they wrote before whole numbers were exact.
#pragma once

#include "paddle/framework/registry/op_upgrade.h"

namespace paddle::operators {

// The upgrade of an operator that gained an int attribute beside a float one
// (framework/registry/exact_integers.h): the number is the float, as it was,
// and the int is 0 by default. The version is a new one for the sake of older
// builds, which would pass over the int.
inline void SameNumbers(framework::proto::OpDesc*) {}

}  // namespace paddle::operators
