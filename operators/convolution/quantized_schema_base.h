// Declares what the schemas of operators that compute with 8-bit integers
// share.
#pragma once

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::operators {

// True for int8 and uint8.
bool IsByte(framework::DataType type);

// Throws InvalidArgument, naming the operator, unless an input that is there
// has these dims and this type.
void CheckInput(const framework::InferShapeContext& context, const char* slot,
                const framework::Dims& wanted,
                framework::DataType type = framework::DataType::kFloat32);

// Throws InvalidArgument unless `type`, that of the slot `of`, is int8, uint8
// or float32, and integers have the scale `slot`, [1], and real numbers none.
void CheckScale(const framework::InferShapeContext& context, const char* of,
                framework::DataType type, const char* slot);

// Declares activation and out_dtype, the data type of slot `output`.
void AddQuantizedResult(framework::OpMaker* op, const char* output);

}  // namespace paddle::operators
