// Products of matrices.
#include <algorithm>
#include <numeric>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/symbol_table.h"

namespace paddle::onnx {
namespace {

// An operator further back than these is not looked at.
constexpr int kFarBack = 8;

bool SwapsLastAxes(const Ints& order) {
  Ints swapped(order.size());
  std::iota(swapped.begin(), swapped.end(), 0);
  if (swapped.size() < 2) return false;
  std::swap(swapped[swapped.size() - 1], swapped[swapped.size() - 2]);
  return order == swapped;
}

// Returns the matrices that an operator shortly before has transposed to `x`;
// an invalid variable if none has. Our product reads them as they are.
Variable Untransposed(Node* node, const Variable& x) {
  const auto& program = node->program();
  const auto& ops = program->block(x.block()).desc().ops();
  for (int i = ops.size() - 1; i >= std::max(0, ops.size() - kFarBack); --i) {
    const auto& op = ops.Get(i);
    if (framework::Outputs(op, "Out") != framework::NameList{x.name()}) {
      continue;
    }
    const bool swaps = op.type() == "transpose" &&
                       SwapsLastAxes(framework::GetAttr<Ints>(op, "axis"));
    if (!swaps) break;
    return Variable(program, x.block(), framework::Input(op, "X"));
  }
  return Variable();
}

void MatMul(Node* node) {
  const Variable x = node->In(0), y = node->In(1);
  const Variable left = Untransposed(node, x), right = Untransposed(node, y);
  node->Out(0, node->Op2("matmul", left.is_valid() ? left : x,
                         right.is_valid() ? right : y,
                         {{"transpose_X", left.is_valid()},
                          {"transpose_Y", right.is_valid()}}));
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

void Det(Node* node) { node->Out(0, node->Op("determinant", node->In(0))); }

PADDLE_ONNX_IMPORT("Det", 11, Det);
PADDLE_ONNX_IMPORT("MatMul", 1, MatMul);
PADDLE_ONNX_IMPORT("Gemm", 6, Gemm);

}  // namespace
}  // namespace paddle::onnx
