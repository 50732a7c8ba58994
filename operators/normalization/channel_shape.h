// Checks inputs and infers shapes for the schemas of normalisations.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Returns the data type that a kernel of `type` computes in and keeps
// statistics in: float32 for float16 and bfloat16, else `type` itself.
framework::DataType StatisticsType(framework::DataType type);

// Checks that the input `slot`, unless left out, has the shape [channels], and
// the data type of X or of its statistics. Throws InvalidArgument or
// TypeMismatch, naming what it has and what it should have.
void CheckChannelVector(framework::InferShapeContext* context,
                        absl::string_view slot, int64_t channels);

// Returns the dims of X, [N, C, ...]. Throws InvalidArgument below rank 2.
framework::Dims ImageDims(framework::InferShapeContext* context);

}  // namespace paddle::operators
