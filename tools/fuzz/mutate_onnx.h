// Mutates ONNX models for the fuzzer.
#pragma once

#include <string>

#include "paddle/tools/fuzz/mutate_bytes.h"

namespace paddle::fuzz {

// Returns `bytes` (a ModelProto) with one to four changes: a name replaced by
// another one, also so that nodes read each other in a circle; an operator, an
// attribute or its type, a size, a data type or a version changed; a node
// removed, doubled or moved; graphs nested in one another; external data with
// another path, offset or length; sometimes plain bytes. The same random
// numbers give the same result.
std::string MutateOnnx(const std::string& bytes, Random* random);

}  // namespace paddle::fuzz
