// Optional values, which are there or not when a model is imported, or tensor
// arrays, whose length tells it when the program runs.
#include "paddle/framework/interchange/onnx/collect.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/layers/tensor_array.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

void Optional(Node* node) { node->OutSame(0, 0); }

void OptionalGetElement(Node* node) {
  PADDLE_ENFORCE(node->HasInput(0), InvalidArgument,
                 "the optional has no element");
  switch (node->ValueIn(0).optional) {
    case OptionalKind::kNone:
      return node->OutSame(0, 0);
    case OptionalKind::kSequence:
      return node->Out(0, node->In(0));
    case OptionalKind::kTensor:
      return node->Out(
          0, layer::array_read(node->In(0), node->Number(0, DataType::kInt64)));
  }
}

void OptionalHasElement(Node* node) {
  const bool given = node->HasInput(0);
  if (given && node->ValueIn(0).optional != OptionalKind::kNone) {
    const Variable length = Scalar(node, layer::array_length(node->In(0)));
    const Variable zero = node->Number(0, DataType::kInt64);
    return node->Out(0, node->Op2("less_than", zero, length));
  }
  framework::Tensor has(Dims(), DataType::kBool);
  *has.mutable_data<bool>() = given;
  node->OutConstant(0, has);
}

PADDLE_ONNX_IMPORT("Optional", 15, Optional);
PADDLE_ONNX_IMPORT("OptionalGetElement", 15, OptionalGetElement);
PADDLE_ONNX_IMPORT("OptionalHasElement", 15, OptionalHasElement);

}  // namespace
}  // namespace paddle::onnx
