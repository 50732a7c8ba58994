// Optional values, which are there or not when a model is imported.
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

void Optional(Node* node) { node->OutSame(0, 0); }

void OptionalGetElement(Node* node) {
  PADDLE_ENFORCE(node->HasInput(0), InvalidArgument,
                 "the optional has no element");
  node->OutSame(0, 0);
}

void OptionalHasElement(Node* node) {
  framework::Tensor has(Dims(), DataType::kBool);
  *has.mutable_data<bool>() = node->HasInput(0);
  node->OutConstant(0, has);
}

PADDLE_ONNX_IMPORT("Optional", 15, Optional);
PADDLE_ONNX_IMPORT("OptionalGetElement", 15, OptionalGetElement);
PADDLE_ONNX_IMPORT("OptionalHasElement", 15, OptionalHasElement);

}  // namespace
}  // namespace paddle::onnx
