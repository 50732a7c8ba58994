// Products of matrices.
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {
namespace {

void MatMul(Node* node) {
  node->Out(0, node->Op2("matmul", node->In(0), node->In(1)));
}

Variable Scaled(Node* node, const Variable& x, double factor) {
  return factor == 1 ? x : node->Op("scale", x, {{"scale", factor}});
}

// alpha * A' * B' + beta * C. C does not count where beta is 0, whatever it is.
void Gemm(Node* node) {
  const bool transpose_a = node->IntAttr("transA", 0) != 0;
  const bool transpose_b = node->IntAttr("transB", 0) != 0;
  const Variable product =
      node->Op2("matmul", node->In(0), node->In(1),
                {{"transpose_X", transpose_a}, {"transpose_Y", transpose_b}});
  const Variable y = Scaled(node, product, node->FloatAttr("alpha", 1));
  const double beta = node->FloatAttr("beta", 1);
  if (!node->HasInput(2) || beta == 0) return node->Out(0, y);
  const Variable c = Scaled(node, node->In(2), beta);
  node->Out(0, node->Op2("elementwise_add", y, c));
}

PADDLE_ONNX_IMPORT("MatMul", 1, MatMul);
PADDLE_ONNX_IMPORT("Gemm", 6, Gemm);

}  // namespace
}  // namespace paddle::onnx
