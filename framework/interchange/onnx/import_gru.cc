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

// The reset gate counts after the state has been multiplied by its weight, as
// PyTorch's and cuDNN's units do it.
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

void LinearBeforeReset(Node* node) {
  const RecurrentUnit unit(node, 3);
  std::vector<Variable> hidden;
  for (int d = 0; d < unit.directions(); ++d) {
    hidden.push_back(ResetAfterwards(node, unit, d));
  }
  unit.OutSteps(hidden);
  unit.OutLast(1, hidden);
}

// Returns weight R of a direction as our operator has it: those of u and r side
// by side, and those of g behind them.
Variable GruRecurrence(Node* node, RecurrentUnit* unit, int d) {
  const int64_t size = unit->hidden();
  const Variable weight = unit->Of(2, d);
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

void GRU(Node* node) {
  // Ours resets the state before it is multiplied by its weight.
  if (node->IntAttr("linear_before_reset", 0) != 0) {
    return LinearBeforeReset(node);
  }
  RecurrentUnit unit(node, 3);
  std::vector<Variable> hidden;
  for (int d = 0; d < unit.directions(); ++d) {
    const Variable gates =
        node->Op2("mul", unit.rows(), unit.Weight(1, d, kGruGates));
    const auto out = node->Append(
        "gru",
        {{"Input", gates},
         {"H0", unit.State(5, d)},
         {"Weight", GruRecurrence(node, &unit, d)},
         {"Bias", unit.Bias(d, kGruGates)}},
        {{"origin_mode", true},
         {"is_reverse", unit.is_reverse(d)},
         {"gate_activation", unit.FusedActivation(d, 0, 2, "sigmoid")},
         {"activation", unit.FusedActivation(d, 1, 2, "tanh")}});
    hidden.push_back(out["Hidden"]);
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
