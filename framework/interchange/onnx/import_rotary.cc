// Positions as rotations.
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/heads.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Returns cosines or sines as [batch or 1, 1, steps, d / 2].
Variable AnglesIn(Node* node, int input) {
  Variable angles = node->In(input);
  if (node->HasInput(3)) {
    const Variable places = Unsqueezed(node, node->In(3), {2});
    angles = node->Op("gather_nd", {{"X", angles}, {"Index", places}});
  }
  PADDLE_ENFORCE(angles.dims().rank() == 3, InvalidArgument,
                 "the angles are [batch, steps, d / 2], not ",
                 angles.ToString());
  return Unsqueezed(node, angles, {1});
}

// Turns x [batch, heads, steps, d]: pairs of elements d / 2 apart, or side by
// side.
Variable Rotated(Node* node, const Variable& x, bool side_by_side) {
  const int64_t half = KnownSize(x, 3) / 2;
  std::vector<Variable> pair;
  if (side_by_side) {
    const Variable pairs = node->Reshape(x, {0, 0, 0, half, 2});
    pair = {At(node, pairs, 4, 0), At(node, pairs, 4, 1)};
  } else {
    pair = Parts(node, x, 3, {half, half});
  }
  const Variable cosine = AnglesIn(node, 1), sine = AnglesIn(node, 2);
  const Variable real =
      Sub(node, Mul(node, pair[0], cosine), Mul(node, pair[1], sine));
  const Variable imaginary =
      Add(node, Mul(node, pair[0], sine), Mul(node, pair[1], cosine));
  if (!side_by_side) return Joined(node, {real, imaginary}, 3);
  const Variable both = Joined(
      node, {Unsqueezed(node, real, {4}), Unsqueezed(node, imaginary, {4})}, 4);
  return node->Reshape(both, {0, 0, 0, 2 * half});
}

void RotaryEmbedding(Node* node) {
  const bool joined = node->In(0).dims().rank() == 3;
  const Variable x =
      joined ? SplitHeads(node, node->In(0), node->RequiredInt("num_heads"))
             : node->In(0);
  PADDLE_ENFORCE(x.dims().rank() == 4, InvalidArgument,
                 "X has rank 3 or 4, not ", x.ToString());
  const int64_t size = KnownSize(x, 3);
  const int64_t given = node->IntAttr("rotary_embedding_dim", 0);
  const int64_t turned = given == 0 ? size : given;
  PADDLE_ENFORCE(turned > 0 && turned <= size && turned % 2 == 0,
                 InvalidArgument, turned, " of ", size, " elements are turned");
  const bool side_by_side = node->IntAttr("interleaved", 0) != 0;
  Variable out;
  if (turned == size) {
    out = Rotated(node, x, side_by_side);
  } else {
    const auto parts = Parts(node, x, 3, {turned, size - turned});
    out = Joined(node, {Rotated(node, parts[0], side_by_side), parts[1]}, 3);
  }
  node->Out(0, joined ? JoinHeads(node, out) : out);
}

PADDLE_ONNX_IMPORT("RotaryEmbedding", 23, RotaryEmbedding);

}  // namespace
}  // namespace paddle::onnx
