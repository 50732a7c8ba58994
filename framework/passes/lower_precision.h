// Mixed precision: makes a program compute in 16 bits what is faster so.
#pragma once

#include <string>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/precision_options.h"

namespace paddle::framework {

// Rewrites the forward operators of the global block:
//
//   y = mul(X=x, Y=w)
//
// becomes
//
//   x@BFLOAT16 = cast(X=x, out_dtype="bfloat16")
//   w@BFLOAT16 = cast(X=w, out_dtype="bfloat16")
//   y@BFLOAT16 = mul(X=x@BFLOAT16, Y=w@BFLOAT16)
//   y = cast(X=y@BFLOAT16, out_dtype="float32")
//
// No variable changes its data type: y can be read and fetched as before, and
// its cast runs only if it is. Parameters stay float32, and so do their
// gradients, which flow through the casts. A variable is converted once.
// Operators that follow compute in 16 bits if all they read, but for
// persistables, has been computed so: of mixed inputs the widest decides. The
// blocks of loops and branches stay float32, and so do operators that read
// float64, and operators before a backward pass that is already there. A second
// call changes nothing. What is fed for y in a run is not seen by those who
// read y@BFLOAT16, unless y is in `feeds`.
//
// Returns, for each variable that is now computed from another, that one: {y:
// y@BFLOAT16}. Who names y in order to stop or cut there means y@BFLOAT16.
//
// Throws InvalidArgument for another data type and for an operator type in both
// lists, NotFound for one that is unknown, and the errors of shape functions,
// if a type in `half` does not take 16 bits; the program is unchanged then.
absl::flat_hash_map<std::string, std::string> LowerPrecision(
    Program* program, const PrecisionOptions& options = {});

}  // namespace paddle::framework
