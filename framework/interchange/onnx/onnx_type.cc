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
    case DataType::kUInt16:
      return TensorProto::UINT16;
    case DataType::kUInt32:
      return TensorProto::UINT32;
    case DataType::kUInt64:
      return TensorProto::UINT64;
    case DataType::kFloat8E4M3FN:
      return TensorProto::FLOAT8E4M3FN;
    case DataType::kFloat8E4M3FNUZ:
      return TensorProto::FLOAT8E4M3FNUZ;
    case DataType::kFloat8E5M2:
      return TensorProto::FLOAT8E5M2;
    case DataType::kFloat8E5M2FNUZ:
      return TensorProto::FLOAT8E5M2FNUZ;
    case DataType::kFloat8E8M0FNU:
      return TensorProto::FLOAT8E8M0;
    case DataType::kFloat4E2M1FN:
      return TensorProto::FLOAT4E2M1;
    case DataType::kInt4:
      return TensorProto::INT4;
    case DataType::kUInt4:
      return TensorProto::UINT4;
    case DataType::kInt2:
      return TensorProto::INT2;
    case DataType::kUInt2:
      return TensorProto::UINT2;
  }
  PADDLE_THROW(Internal, "a data type that ONNX has not");
}

int FirstOpsetOf(DataType type) {
  switch (type) {
    case DataType::kBFloat16:
      return 13;
    case DataType::kFloat8E4M3FN:
    case DataType::kFloat8E4M3FNUZ:
    case DataType::kFloat8E5M2:
    case DataType::kFloat8E5M2FNUZ:
      return 19;
    case DataType::kInt4:
    case DataType::kUInt4:
      return 21;
    case DataType::kFloat4E2M1FN:
      return 23;
    case DataType::kFloat8E8M0FNU:
      return 24;
    case DataType::kInt2:
    case DataType::kUInt2:
      return 25;
    default:
      return 1;
  }
}

}  // namespace paddle::onnx
