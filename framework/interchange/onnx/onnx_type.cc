#include "paddle/framework/interchange/onnx/onnx_type.h"

#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::DataType;
using proto::TensorProto;

TensorProto::DataType OnnxTypeOf(DataType type) {
  switch (type) {
    case DataType::kBool:
      return TensorProto::BOOL;
    case DataType::kUInt8:
      return TensorProto::UINT8;
    case DataType::kInt8:
      return TensorProto::INT8;
    case DataType::kInt16:
      return TensorProto::INT16;
    case DataType::kInt32:
      return TensorProto::INT32;
    case DataType::kInt64:
      return TensorProto::INT64;
    case DataType::kFloat16:
      return TensorProto::FLOAT16;
    case DataType::kBFloat16:
      return TensorProto::BFLOAT16;
    case DataType::kFloat32:
      return TensorProto::FLOAT;
    case DataType::kFloat64:
      return TensorProto::DOUBLE;
  }
  PADDLE_THROW(Internal, "a data type that ONNX has not");
}

}  // namespace paddle::onnx
