// Says how ONNX numbers the data types of tensors.
#pragma once

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::onnx {

// Returns the number of a data type; TypeOf (tensor_data.h) is the way back.
proto::TensorProto::DataType OnnxTypeOf(framework::DataType type);

// Returns the version of the standard's operators since which models may have
// values of a type; 1 for the oldest types.
int FirstOpsetOf(framework::DataType type);

}  // namespace paddle::onnx
