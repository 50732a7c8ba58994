// Attention.
#include <cmath>
#include <limits>
#include <string>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/heads.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// The inputs of a node Attention, [batch, heads, steps, d].
struct Heads {
  Variable q, k, v;
  bool joined = false;  // the node's are [batch, steps, heads * d]
};

Heads HeadsOf(Node* node) {
  Heads heads{node->In(0), node->In(1), node->In(2)};
  heads.joined = heads.q.dims().rank() == 3;
  if (heads.joined) {
    const int64_t of_keys = node->RequiredInt("kv_num_heads");
    heads.q = SplitHeads(node, heads.q, node->RequiredInt("q_num_heads"));
    heads.k = SplitHeads(node, heads.k, of_keys);
    heads.v = SplitHeads(node, heads.v, of_keys);
  }
  for (const Variable& x : {heads.q, heads.k, heads.v}) {
    PADDLE_ENFORCE(x.dims().rank() == 4, InvalidArgument,
                   "Q, K and V have rank 3 or 4, not ", x.ToString());
  }
  if (node->HasInput(4)) {
    heads.k = Joined(node, {node->In(4), heads.k}, 2);
    heads.v = Joined(node, {node->In(5), heads.v}, 2);
  }
  node->Out(1, heads.k);
  node->Out(2, heads.v);
  const int64_t queries = KnownSize(heads.q, 1), keys = KnownSize(heads.k, 1);
  PADDLE_ENFORCE(keys > 0 && queries % keys == 0, InvalidArgument, queries,
                 " heads of queries for ", keys, " heads of keys");
  heads.k = RepeatedEach(node, heads.k, 1, queries / keys);
  heads.v = RepeatedEach(node, heads.v, 1, queries / keys);
  return heads;
}

double LeastNumber() { return -std::numeric_limits<double>::infinity(); }

// Booleans become what is added to a score.
Variable AsBias(Node* node, const Variable& allowed, DataType type) {
  return Where(node, allowed, node->Number(0, type),
               node->Number(LeastNumber(), type));
}

// Returns how many keys come before the first query, [] or [batch, 1, 1, 1].
Variable KeysBefore(Node* node, const Variable& q) {
  if (node->HasInput(4)) {
    return SizeAlong(node, node->In(4), 2, DataType::kInt64);
  }
  if (!node->HasInput(6)) return Variable();
  const Variable keys =
      node->Reshape(node->Cast(node->In(6), DataType::kInt64), {-1, 1, 1, 1});
  return Sub(node, keys, SizeAlong(node, q, 2, DataType::kInt64));
}

Variable AllOf(Node* node, const Variable& a, const Variable& b) {
  return a.is_valid() ? node->Op2("logical_and", a, b) : b;
}

// Returns where a query sees a key, by the places of both; none if it sees all.
Variable SeenPlaces(Node* node, const Heads& heads) {
  const bool causal = node->IntAttr("is_causal", 0) != 0;
  const int64_t left = node->IntAttr("left_window_size", -1);
  const int64_t right = node->IntAttr("right_window_size", -1);
  Variable seen;
  const Variable key = PlacesAlong(node, heads.k, 2);
  if (causal || left >= 0 || right >= 0) {
    Variable query = Unsqueezed(node, PlacesAlong(node, heads.q, 2), {1});
    const Variable before = KeysBefore(node, heads.q);
    if (before.is_valid()) query = Add(node, query, before);
    const Variable ahead = Sub(node, key, query);
    const auto within = [&](const char* compare, int64_t bound) {
      const Variable number =
          node->Number(static_cast<double>(bound), DataType::kInt64);
      seen = AllOf(node, seen, node->Op2(compare, ahead, number));
    };
    if (causal) within("less_equal", 0);
    if (left >= 0) within("greater_equal", -left);
    if (right >= 0) within("less_equal", right);
  }
  if (!node->HasInput(6)) return seen;
  const Variable keys =
      node->Reshape(node->Cast(node->In(6), DataType::kInt64), {-1, 1, 1, 1});
  return AllOf(node, seen, node->Op2("less_than", key, keys));
}

// Returns input attn_mask, which may be shorter than there are keys: the rest
// is hidden.
Variable MaskIn(Node* node, const Variable& k) {
  if (!node->HasInput(3)) return Variable();
  const Variable mask = node->In(3);
  const int last = mask.dims().rank() - 1;
  const bool bools = mask.dtype() == DataType::kBool;
  if (last < 0 || mask.dims()[last] == k.dims()[2]) return mask;
  const int64_t missing = KnownSize(k, 2) - KnownSize(mask, last);
  if (missing <= 0) return mask;
  Ints pairs(2 * (last + 1), 0);
  pairs.back() = missing;
  if (!bools) {
    return node->Op("pad", mask,
                    {{"paddings", pairs}, {"pad_value", LeastNumber()}});
  }
  const Variable padded = node->Op("pad", node->Cast(mask, DataType::kInt32),
                                   {{"paddings", pairs}});
  return node->Cast(padded, DataType::kBool);
}

// Returns what is added to the scores; none if there is nothing.
Variable BiasOf(Node* node, const Heads& heads) {
  const DataType type = heads.q.dtype();
  Variable seen = SeenPlaces(node, heads);
  Variable bias = MaskIn(node, heads.k);
  if (bias.is_valid() && bias.dtype() == DataType::kBool) {
    seen = AllOf(node, seen, bias);
    bias = Variable();
  }
  if (!seen.is_valid()) return bias;
  const Variable hidden = AsBias(node, seen, type);
  return bias.is_valid() ? Add(node, bias, hidden) : hidden;
}

double ScaleOf(Node* node, const Variable& q) {
  const double size = static_cast<double>(KnownSize(q, 3));
  return node->FloatAttr("scale", 1 / std::sqrt(size));
}

// Writes the operator that keeps no scores.
Variable Fused(Node* node, const Heads& heads, const Variable& bias) {
  const Variable out = node->Op("scaled_dot_product_attention",
                                {{"Q", JoinHeads(node, heads.q)},
                                 {"K", JoinHeads(node, heads.k)},
                                 {"V", JoinHeads(node, heads.v)},
                                 {"Bias", bias}},
                                {{"num_heads", KnownSize(heads.q, 1)},
                                 {"scale", ScaleOf(node, heads.q)},
                                 {"is_test", true}});
  return heads.joined ? out : SplitHeads(node, out, KnownSize(heads.q, 1));
}

// A query that sees no key gets zeros, whatever its scores are.
Variable Weights(Node* node, const Variable& scores, const Variable& bias) {
  const int64_t type = node->IntAttr("softmax_precision", 0);
  const Variable exact = type == 0 ? scores : node->Cast(scores, TypeOf(type));
  const Variable weights = node->Op("softmax", exact, {{"axis", int64_t{-1}}});
  if (!bias.is_valid()) return weights;
  const Variable most =
      node->Op("reduce_max", bias, {{"dim", Ints{-1}}, {"keep_dim", true}});
  const Variable hidden =
      node->Op2("equal", most, node->Number(LeastNumber(), most.dtype()));
  return Where(node, hidden, node->Number(0, weights.dtype()), weights);
}

void Attention(Node* node) {
  const Heads heads = HeadsOf(node);
  const Variable bias = BiasOf(node, heads);
  const double softcap = node->FloatAttr("softcap", 0);
  const DataType type = heads.q.dtype();
  if (softcap == 0 && !node->HasOutput(3) && type == DataType::kFloat32) {
    return node->Out(0, Fused(node, heads, bias));
  }
  const double root = std::sqrt(ScaleOf(node, heads.q));
  const Variable raw =
      node->Op2("matmul", ScaledBy(node, heads.q, root),
                ScaledBy(node, heads.k, root), {{"transpose_Y", true}});
  Variable capped = raw;
  if (softcap > 0) {
    capped = ScaledBy(node, node->Op("tanh", ScaledBy(node, raw, 1 / softcap)),
                      softcap);
  }
  const Variable scores = bias.is_valid() ? Add(node, capped, bias) : capped;
  const Variable weights = Weights(node, scores, bias);
  const Variable stages[] = {raw, capped, scores, weights};
  const int64_t stage = node->IntAttr("qk_matmul_output_mode", 0);
  PADDLE_ENFORCE(stage >= 0 && stage < 4, InvalidArgument,
                 "a qk_matmul_output_mode of ", stage);
  node->Out(3, node->Cast(stages[stage], type));
  const Variable out = MatMul(node, node->Cast(weights, type), heads.v);
  node->Out(0, heads.joined ? JoinHeads(node, out) : out);
}

PADDLE_ONNX_IMPORT("Attention", 23, Attention);

}  // namespace
}  // namespace paddle::onnx
