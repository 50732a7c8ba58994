// The upgrade of operators whose whole numbers became exact.
#pragma once

#include "paddle/framework/registry/op_upgrade.h"

namespace paddle::operators {

// Upgrades an operator that gained an integer attribute beside a floating-point
// one (framework/registry/exact_integers.h). Nothing changes: the number is the
// floating-point one, and the integer is 0 by default. The version is new
// because older builds would ignore the integer.
inline void SameNumbers(framework::proto::OpDesc*) {}

}  // namespace paddle::operators
