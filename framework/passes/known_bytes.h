// The bytes of a variable as far as a program says them.
#pragma once

#include <cstdint>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {

// Returns the bytes of a dense tensor whose dims are numbers; -1 for one of
// unknown sizes or with sequences, for other kinds, and for more than int64
// holds.
int64_t KnownBytes(const proto::VarDesc& var);

}  // namespace paddle::framework
