// Gated recurrent units and plain ones, over padded or ragged sequences.
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/recurrent_unit.h"
#include "paddle/framework/layers/recurrent.h"

namespace paddle::onnx {
namespace {

// The order of our gates in those of the standard: u, r, g in z, r, h.
const Ints kGruGates = {0, 1, 2};

// Returns one of the two biases of a direction, [gates * hidden].
Variable HalfBias(Node* node, const RecurrentUnit& unit, int d, int half) {
  const int64_t size = unit.gates() * unit.hidden();
  return Part(node, unit.Of(3, d), 0, half * size, (half + 1) * size);
}

// Returns x times a weight that is turned, and a bias.
Variable Linear(Node* node, const Variable& x, const Variable& weight,
                const Variable& bias) {
  const Variable product = MatMul(node, x, weight);
  return bias.is_valid() ? Add(node, product, bias) : product;
}

// Returns the memory of a unit before its first step.
Variable MemoryOf(layer::Rnn* rnn, const RecurrentUnit& unit,
                  const Variable& state, DataType type) {
  if (state.is_valid()) return rnn->Memory(state);
  return rnn->Memory({unit.hidden()}, 0.0, type);
}

// Writes the steps where the reset gate counts after the state has been
// multiplied by its weight, for activations that our operator does not have.
Variable ResetAfterwards(Node* node, const RecurrentUnit& unit, int d) {
  Variable of_input, of_state;
  if (node->HasInput(3)) {
    of_input = HalfBias(node, unit, d, 0);
    of_state = HalfBias(node, unit, d, 1);
  }
  const Variable gates =
      Linear(node, unit.rows(), unit.Weight(1, d, kGruGates), of_input);
  const Variable weight = unit.Weight(2, d, kGruGates);
  const Variable state = unit.State(5, d);
  const Ints sizes(3, unit.hidden());
  layer::Rnn rnn(layer::RnnOptions{unit.is_reverse(d)});
  rnn.BeginStep();
  const auto x = Parts(node, rnn.StepInput(gates), 1, sizes);
  const Variable h = MemoryOf(&rnn, unit, state, gates.dtype());
  const auto y = Parts(node, Linear(node, h, weight, of_state), 1, sizes);
  const auto gate = [&](int i) {
    return unit.Activated(Add(node, x[i], y[i]), d, 0, 2, "sigmoid");
  };
  const Variable update = gate(0), reset = gate(1);
  const Variable candidate =
      unit.Activated(Add(node, x[2], Mul(node, reset, y[2])), d, 1, 2, "tanh");
  const Variable next =
      Add(node, candidate, Mul(node, update, Sub(node, h, candidate)));
  rnn.UpdateMemory(h, next);
  rnn.Output({next});
  rnn.EndStep();
  return rnn()[0];
}

// Returns the biases of a direction where the reset gate multiplies the product
// of the state, [1, 4 * hidden]: sums for u and r, and those for g of the input
// and of the state. None if they are left out.
Variable BiasResetAfter(Node* node, const RecurrentUnit& unit, int d) {
  if (!node->HasInput(3)) return Variable();
  const int64_t size = unit.hidden();
  const Variable both = node->Reshape(unit.Of(3, d), {2, 3 * size});
  const Variable sums = node->Op("reduce_sum", Part(node, both, 1, 0, 2 * size),
                                 {{"dim", Ints{0}}, {"keep_dim", true}});
  const Variable apart =
      node->Reshape(Part(node, both, 1, 2 * size, 3 * size), {1, 2 * size});
  return Joined(node, {sums, apart}, 1);
}

// Returns weight R of a direction as our operator has it: those of u and r side
// by side, and those of g behind them.
Variable GruRecurrence(Node* node, const RecurrentUnit& unit, int d) {
  const int64_t size = unit.hidden();
  const Variable weight = unit.Of(2, d);
  const auto part = [&](int64_t begin, int64_t end) {
    const Variable rows = node->Op(
        "slice", {{"Input", weight}},
        {{"axes", Ints{0}}, {"starts", Ints{begin}}, {"ends", Ints{end}}});
    const Variable turned = node->Op("transpose", rows, {{"axis", Ints{1, 0}}});
    return node->Reshape(turned, {(end - begin) * size});
  };
  const std::vector<Variable> parts{part(0, 2 * size),
                                    part(2 * size, 3 * size)};
  return node->Reshape(node->Op("concat", {{"X", parts}}), {size, 3 * size});
}

// Returns the hidden rows of a direction, by our operator.
Variable FusedGru(Node* node, const RecurrentUnit& unit, int d,
                  bool reset_after) {
  const Variable gates =
      node->Op2("mul", unit.rows(), unit.Weight(1, d, kGruGates));
  const auto out = node->Append(
      "gru",
      {{"Input", gates},
       {"H0", unit.State(5, d)},
       {"Weight", reset_after ? unit.Weight(2, d, kGruGates)
                              : GruRecurrence(node, unit, d)},
       {"Bias",
        reset_after ? BiasResetAfter(node, unit, d) : unit.Bias(d, kGruGates)}},
      {{"origin_mode", true},
       {"reset_after", reset_after},
       {"is_reverse", unit.is_reverse(d)},
       {"gate_activation", unit.FusedActivation(d, 0, 2, "sigmoid")},
       {"activation", unit.FusedActivation(d, 1, 2, "tanh")}});
  return out["Hidden"];
}

void GRU(Node* node) {
  const bool reset_after = node->IntAttr("linear_before_reset", 0) != 0;
  const RecurrentUnit unit(node, 3);
  std::vector<Variable> hidden;
  for (int d = 0; d < unit.directions(); ++d) {
    const bool fused = !reset_after || (unit.IsFused(d, 0, 2, "sigmoid") &&
                                        unit.IsFused(d, 1, 2, "tanh"));
    hidden.push_back(fused ? FusedGru(node, unit, d, reset_after)
                           : ResetAfterwards(node, unit, d));
  }
  unit.OutSteps(hidden);
  unit.OutLast(1, hidden);
}

Variable SimpleSteps(Node* node, const RecurrentUnit& unit, int d) {
  const Variable gates =
      Linear(node, unit.rows(), unit.Weight(1, d, {0}), unit.Bias(d, {0}));
  const Variable weight = unit.Weight(2, d, {0});
  const Variable state = unit.State(5, d);
  layer::Rnn rnn(layer::RnnOptions{unit.is_reverse(d)});
  rnn.BeginStep();
  const Variable x = rnn.StepInput(gates);
  const Variable h = MemoryOf(&rnn, unit, state, gates.dtype());
  const Variable next =
      unit.Activated(Add(node, x, MatMul(node, h, weight)), d, 0, 1, "tanh");
  rnn.UpdateMemory(h, next);
  rnn.Output({next});
  rnn.EndStep();
  return rnn()[0];
}

void RNN(Node* node) {
  const RecurrentUnit unit(node, 1);
  std::vector<Variable> hidden;
  for (int d = 0; d < unit.directions(); ++d) {
    hidden.push_back(SimpleSteps(node, unit, d));
  }
  unit.OutSteps(hidden);
  unit.OutLast(1, hidden);
}

PADDLE_ONNX_IMPORT("GRU", 7, GRU);
PADDLE_ONNX_IMPORT("RNN", 7, RNN);

}  // namespace
}  // namespace paddle::onnx
