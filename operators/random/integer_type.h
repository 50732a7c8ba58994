// The attributes of operators that draw integers.
#pragma once

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/random/seed.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

// Returns the data type of the attribute "dtype". Throws InvalidArgument,
// naming operator and type, unless it is int32 or int64.
inline framework::DataType IntegerTypeAttr(
    const framework::InferShapeContext& context) {
  const framework::DataType type = context.DataTypeAttr("dtype");
  PADDLE_ENFORCE(type == framework::DataType::kInt32 ||
                     type == framework::DataType::kInt64,
                 InvalidArgument, context.op_type(),
                 " gives int32 or int64, not ", framework::DataTypeName(type));
  return type;
}

// Declares the attributes dtype and seed, and that the operator is random.
inline void AddIntegerTypeAndSeed(framework::OpMaker* op) {
  op->AddDataTypeAttr("dtype", "The data type of Out: int32 or int64.")
      .SetDefault("int64");
  AddSeed(op);
}

}  // namespace paddle::operators
