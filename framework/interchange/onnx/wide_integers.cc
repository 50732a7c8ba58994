#include "paddle/framework/interchange/onnx/wide_integers.h"

namespace paddle::onnx {
namespace {

// Adds 2^63, which wraps around.
Variable Flipped(Node* node, const Variable& x) {
  return node->Op2("elementwise_add", x,
                   node->Number(-0x1p63, DataType::kInt64));
}

}  // namespace

DataType ComputedAs(DataType dtype, absl::string_view type) {
  switch (dtype) {
    case DataType::kInt8:
    case DataType::kUInt8:
    case DataType::kInt16:
    case DataType::kUInt16:
      return DataType::kInt32;
    case DataType::kUInt32:
      return DataType::kInt64;
    case DataType::kUInt64: {
      const bool has_kernel = type == "elementwise_div" ||
                              type == "elementwise_mod" ||
                              type == "bitwise_right_shift";
      return has_kernel ? dtype : DataType::kInt64;
    }
    default:
      return dtype;
  }
}

Variable InSignedOrder(Node* node, const Variable& x) {
  switch (x.dtype()) {
    case DataType::kUInt16:
    case DataType::kUInt32:
      return node->Cast(x, DataType::kInt64);
    case DataType::kUInt64:
      return Flipped(node, node->Cast(x, DataType::kInt64));
    default:
      return x;
  }
}

Variable InUnsignedOrder(Node* node, const Variable& x) {
  return node->Cast(Flipped(node, x), DataType::kUInt64);
}

}  // namespace paddle::onnx
