#include "paddle/framework/interchange/onnx/heads.h"

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

Variable SplitHeads(Node* node, const Variable& x, int64_t heads) {
  PADDLE_ENFORCE(heads > 0 && KnownSize(x, 2) % heads == 0, InvalidArgument,
                 heads, " heads for ", x.ToString());
  const int64_t size = KnownSize(x, 2) / heads;
  return SwapAxes(node, node->Reshape(x, {0, 0, heads, size}), 1, 2);
}

Variable JoinHeads(Node* node, const Variable& x) {
  return node->Reshape(SwapAxes(node, x, 1, 2), {0, 0, -1});
}

}  // namespace paddle::onnx
