// Steps of padded sequences, and caches of them.
#include <cmath>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/layers/recurrent.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Takes step `places` [batch, steps] of each sequence of x [batch, steps, ...].
Variable Steps(Node* node, const Variable& x, const Variable& places) {
  const Variable columns = Unsqueezed(node, places, {2});
  const Variable batch = Add(node, node->Op("fill_zeros_like", columns),
                             Unsqueezed(node, PlacesAlong(node, x, 0), {1, 2}));
  return node->Op("gather_nd",
                  {{"X", x}, {"Index", Joined(node, {batch, columns}, 2)}});
}

// Turns the first steps of each sequence around, as many as its length.
void ReverseSequence(Node* node) {
  const int batch = static_cast<int>(node->IntAttr("batch_axis", 1));
  const int time = static_cast<int>(node->IntAttr("time_axis", 0));
  PADDLE_ENFORCE(batch + time == 1 && batch * time == 0, InvalidArgument,
                 "batch_axis ", batch, " and time_axis ", time,
                 " are no 0 and 1");
  const Variable given = node->In(0);
  const Variable x = time == 0 ? SwapAxes(node, given, 0, 1) : given;
  const Variable lengths =
      Unsqueezed(node, node->Cast(node->In(1), DataType::kInt64), {1});
  const Variable place = PlacesAlong(node, x, 1);
  const Variable back = Sub(node, ScaledBy(node, lengths, 1, -1), place);
  const Variable inside = node->Op2("less_than", place, lengths);
  const Variable out = Steps(node, x, Where(node, inside, back, place));
  node->Out(0, time == 0 ? SwapAxes(node, out, 0, 1) : out);
}

// Writes steps to a cache, for each sequence from a place of its own on.
void TensorScatter(Node* node) {
  const int rank = node->In(0).dims().rank();
  const int axis = framework::NormalizeAxis(node->IntAttr("axis", -2), rank);
  PADDLE_ENFORCE(axis > 0, InvalidArgument, "axis 0 is that of the sequences");
  const Variable cache = SwapAxes(node, node->In(0), 1, axis);
  PADDLE_ENFORCE(node->In(1).dims().rank() == rank, InvalidArgument,
                 "the steps ", node->In(1).ToString(), " for a cache of rank ",
                 rank);
  const Variable update = SwapAxes(node, node->In(1), 1, axis);
  const double steps = static_cast<double>(KnownSize(update, 1));
  const Variable place = PlacesAlong(node, cache, 1);
  // The number of steps from the first that is written to a place.
  Variable step = place;
  if (node->HasInput(2)) {
    const Variable first = node->Cast(node->In(2), DataType::kInt64);
    step = Sub(node, place, Unsqueezed(node, first, {1}));
  } else {
    step =
        Add(node, place,
            Unsqueezed(node,
                       node->Op("fill_zeros_like", PlacesAlong(node, cache, 0)),
                       {1}));
  }
  if (node->TextAttr("mode", "linear") == "circular") {
    step = node->Op2("elementwise_mod", step,
                     SizeAlong(node, cache, 1, DataType::kInt64));
  }
  const Variable inside =
      node->Op2("elementwise_max",
                node->Op2("elementwise_min", step,
                          node->Number(steps - 1, DataType::kInt64)),
                node->Number(0, DataType::kInt64));
  Variable written = node->Op2("equal", step, inside);
  for (int i = 2; i < rank; ++i) written = Unsqueezed(node, written, {i});
  const Variable out = Where(node, written, Steps(node, update, inside), cache);
  node->Out(0, SwapAxes(node, out, 1, axis));
}

// A convolution over each channel that sees only earlier steps; those before
// the first are the state.
void CausalConvWithState(Node* node) {
  const Variable x = node->In(0), filters = node->In(1);
  PADDLE_ENFORCE(x.dims().rank() == 3 && filters.dims().rank() == 3,
                 InvalidArgument, "X is [batch, channels, steps], not ",
                 x.ToString());
  const int64_t channels = KnownSize(x, 1), before = KnownSize(filters, 2) - 1;
  const Ints pairs{0, 0, 0, 0, before, 0};
  const Variable padded = node->HasInput(3)
                              ? Joined(node, {node->In(3), x}, 2)
                              : node->Op("pad", x, {{"paddings", pairs}});
  Variable out = Squeezed(node,
                          node->Op("conv2d",
                                   {{"Input", Unsqueezed(node, padded, {2})},
                                    {"Filter", Unsqueezed(node, filters, {2})}},
                                   {{"groups", channels}}),
                          {2});
  if (node->HasInput(2)) {
    out =
        node->Op2("elementwise_add", out, node->In(2), {{"axis", int64_t{1}}});
  }
  const std::string activation = node->TextAttr("activation", "none");
  const bool silu = activation == "silu" || activation == "swish";
  PADDLE_ONNX_REFUSE(!silu && activation != "none", "activation ", activation);
  node->Out(0, silu ? node->Op("silu", out) : out);
  if (!node->HasOutput(1)) return;
  node->Out(1, before == 0 ? Part(node, padded, 2, 0, 0)
                           : Part(node, padded, 2, -before, kToTheEnd));
}

// The steps of a node LinearAttention, [steps, batch, heads, ...] each.
struct LinearSteps {
  Variable q, k, v;
  Variable decay, beta;  // may be invalid
  Variable state;        // [batch, heads, d, e]
};

// [batch, steps, heads * d] becomes [steps, batch, heads, d], float32.
Variable StepsOfHeads(Node* node, const Variable& x, int64_t heads) {
  PADDLE_ENFORCE(
      x.dims().rank() == 3 && heads > 0 && KnownSize(x, 2) % heads == 0,
      InvalidArgument, heads, " heads for ", x.ToString());
  const Variable split =
      node->Reshape(x, {0, 0, heads, KnownSize(x, 2) / heads});
  return node->Cast(SwapAxes(node, split, 0, 1), DataType::kFloat32);
}

LinearSteps StepsOf(Node* node, int64_t queries, int64_t keys) {
  LinearSteps steps;
  steps.q = StepsOfHeads(node, node->In(0), queries);
  steps.k = StepsOfHeads(node, node->In(1), keys);
  steps.v = StepsOfHeads(node, node->In(2), keys);
  if (node->HasInput(4)) {
    steps.decay = node->Op("exp", StepsOfHeads(node, node->In(4), keys));
  }
  if (node->HasInput(5)) {
    const Variable beta = node->In(5);
    steps.beta = StepsOfHeads(node, beta, KnownSize(beta, 2));
  }
  if (node->HasInput(3)) {
    steps.state = node->Cast(node->In(3), DataType::kFloat32);
    return steps;
  }
  const Variable outer =
      Mul(node, Unsqueezed(node, At(node, steps.k, 0, 0), {3}),
          Unsqueezed(node, At(node, steps.v, 0, 0), {2}));
  steps.state = node->Op("fill_zeros_like", outer);
  return steps;
}

// Returns x^T S for x [batch, heads, d] and S [batch, heads, d, e].
Variable Retrieved(Node* node, const Variable& x, const Variable& state) {
  return Squeezed(node, MatMul(node, Unsqueezed(node, x, {2}), state), {2});
}

// S = decay S + k (v - S^T k)^T, or k v^T; y = scale S^T q, a step after the
// other (Yang et al., "Gated Delta Networks", 2024).
void LinearAttention(Node* node) {
  const int64_t queries = node->RequiredInt("q_num_heads");
  const int64_t keys = node->RequiredInt("kv_num_heads");
  PADDLE_ENFORCE(keys > 0 && queries > 0 && queries % keys == 0,
                 InvalidArgument, queries, " heads of queries for ", keys,
                 " heads of keys");
  const LinearSteps steps = StepsOf(node, queries, keys);
  const double size = static_cast<double>(KnownSize(steps.q, 3));
  const double given = node->FloatAttr("scale", 0);
  const double scale = given == 0 ? 1 / std::sqrt(size) : given;
  const std::string rule = node->TextAttr("update_rule", "gated_delta");
  const bool delta = rule == "delta" || rule == "gated_delta";
  const bool gated = rule == "gated" || rule == "gated_delta";
  PADDLE_ENFORCE((delta || gated || rule == "linear") &&
                     delta == steps.beta.is_valid() &&
                     gated == steps.decay.is_valid(),
                 InvalidArgument, "update_rule ", rule,
                 " does not fit the inputs decay and beta");
  layer::Rnn rnn;
  rnn.BeginStep();
  const Variable q = rnn.StepInput(steps.q), k = rnn.StepInput(steps.k);
  Variable v = rnn.StepInput(steps.v), decay, beta;
  if (gated) decay = rnn.StepInput(steps.decay);
  if (delta) beta = rnn.StepInput(steps.beta);
  const Variable memory = rnn.Memory(steps.state);
  Variable state = memory;
  if (gated) state = Mul(node, state, Unsqueezed(node, decay, {3}));
  if (delta) v = Mul(node, beta, Sub(node, v, Retrieved(node, k, state)));
  state = Add(node, state,
              Mul(node, Unsqueezed(node, k, {3}), Unsqueezed(node, v, {2})));
  rnn.UpdateMemory(memory, state);
  const Variable read = RepeatedEach(node, state, 1, queries / keys);
  rnn.Output({ScaledBy(node, Retrieved(node, q, read), scale), state});
  rnn.EndStep();
  const std::vector<Variable> out = rnn();
  const Variable y = SwapAxes(node, out[0], 0, 1);
  node->Out(0, node->Cast(node->Reshape(y, {0, 0, -1}), node->In(0).dtype()));
  const DataType type = node->In(node->HasInput(3) ? 3 : 0).dtype();
  node->Out(1, node->Cast(At(node, out[1], 0, -1), type));
}

PADDLE_ONNX_IMPORT("ReverseSequence", 10, ReverseSequence);
PADDLE_ONNX_IMPORT("TensorScatter", 24, TensorScatter);
PADDLE_ONNX_IMPORT("CausalConvWithState", 27, CausalConvWithState);
PADDLE_ONNX_IMPORT("LinearAttention", 27, LinearAttention);

}  // namespace
}  // namespace paddle::onnx
