// Long short-term memory, over padded or ragged sequences.
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/recurrent_unit.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// The order of our gates in those of the standard: g, i, f, o in i, o, f, c.
const Ints kLstmGates = {3, 0, 2, 1};
const Ints kPeepholes = {0, 2, 1};

// The bias, and behind it the weights of the peepholes.
Variable LstmBias(Node* node, RecurrentUnit* unit, int d) {
  const Variable bias = unit->Bias(d, kLstmGates);
  if (!node->HasInput(7)) return bias;
  const Variable peepholes = node->Reshape(
      unit->Ordered(unit->Of(7, d), kPeepholes, 0), {1, 3 * unit->hidden()});
  const Variable zeros =
      bias.is_valid()
          ? bias
          : node->Op("fill_constant", layer::SlotList{},
                     {{"shape", Ints{1, 4 * unit->hidden()}},
                      {"dtype", std::string(DataTypeName(peepholes.dtype()))}});
  return node->Op("concat", {{"X", std::vector<Variable>{zeros, peepholes}}},
                  {{"axis", int64_t{1}}});
}

void LSTM(Node* node) {
  PADDLE_ONNX_REFUSE(node->IntAttr("input_forget", 0) != 0, "input_forget");
  RecurrentUnit unit(node, 4);
  std::vector<Variable> hidden, cells;
  for (int d = 0; d < unit.directions(); ++d) {
    const Variable gates =
        node->Op2("mul", unit.rows(), unit.Weight(1, d, kLstmGates));
    const auto out = node->Append(
        "lstm",
        {{"Input", gates},
         {"H0", unit.State(5, d)},
         {"C0", unit.State(6, d)},
         {"Weight", unit.Weight(2, d, kLstmGates)},
         {"Bias", LstmBias(node, &unit, d)}},
        {{"use_peepholes", node->HasInput(7)},
         {"is_reverse", unit.is_reverse(d)},
         {"gate_activation", unit.FusedActivation(d, 0, 3, "sigmoid")},
         {"candidate_activation", unit.FusedActivation(d, 1, 3, "tanh")},
         {"cell_activation", unit.FusedActivation(d, 2, 3, "tanh")}});
    hidden.push_back(out["Hidden"]);
    cells.push_back(out["Cell"]);
  }
  unit.OutSteps(hidden);
  unit.OutLast(1, hidden);
  unit.OutLast(2, cells);
}

PADDLE_ONNX_IMPORT("LSTM", 7, LSTM);

}  // namespace
}  // namespace paddle::onnx
