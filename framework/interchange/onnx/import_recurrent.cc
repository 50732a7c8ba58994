// Recurrent units, over the steps of padded or of ragged sequences.
#include <string>
#include <vector>

#include "absl/strings/ascii.h"

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// The order of our gates in those of the standard: g, i, f, o in i, o, f, c,
// and u, r, g in z, r, h.
const Ints kLstmGates = {3, 0, 2, 1};
const Ints kGruGates = {0, 1, 2};
const Ints kPeepholes = {0, 2, 1};

// Returns weight [directions, gates * hidden, size] of direction d, transposed,
// its gates in another order.
framework::Tensor TurnedWeight(const framework::Tensor& weight, int d,
                               const Ints& order, int64_t hidden) {
  const int64_t rows = weight.dims()[1], columns = weight.dims()[2];
  framework::Tensor turned({columns, rows}, weight.dtype());
  framework::VisitDataType(weight.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* source = weight.data<T>() + d * rows * columns;
    T* target = turned.mutable_data<T>();
    for (int64_t row = 0; row < rows; ++row) {
      const T* from =
          source + (order[row / hidden] * hidden + row % hidden) * columns;
      for (int64_t column = 0; column < columns; ++column) {
        target[column * rows + row] = from[column];
      }
    }
  });
  return turned;
}

// A unit of one direction at a time. All tensors are those of the node.
class Unit {
 public:
  Unit(Node* node, int64_t gates) : node_(*node), gates_(gates) {
    const std::string direction = node->TextAttr("direction", "forward");
    directions_ = direction == "bidirectional" ? 2 : 1;
    first_is_reverse_ = direction == "reverse";
    batch_first_ = node->IntAttr("layout", 0) != 0;
    PADDLE_ONNX_REFUSE(node->HasAttr("clip"), "clip");
    const Dims recurrence = node->DimsIn(2);
    PADDLE_ENFORCE(recurrence.rank() == 3, InvalidArgument,
                   "R is [directions, gates * hidden, hidden], not ",
                   recurrence.ToString());
    hidden_ = recurrence[2];
    PADDLE_ONNX_REFUSE(hidden_ < 0, "the size of the state");
    const Variable x = node->In(0);
    PADDLE_ENFORCE(x.dims().rank() == 3, InvalidArgument,
                   "X is [steps, batch, size], not ", x.ToString());
    const Variable turned = Swapped(x);
    steps_ = turned.dims()[1];
    rows_ = node->Op("sequence_unpad",
                     {{"X", turned}, {"Length", Lengths(turned)}});
  }

  int directions() const { return directions_; }
  bool is_reverse(int d) const { return first_is_reverse_ || d == 1; }
  int64_t hidden() const { return hidden_; }
  int64_t gates() const { return gates_; }
  const Variable& rows() const { return rows_; }

  // Returns the part of an input that belongs to a direction.
  Variable Of(int input, int d, int axis = 0) {
    return node_.Op("slice", {{"Input", node_.In(input)}},
                    {{"axes", Ints{axis}},
                     {"starts", Ints{d}},
                     {"ends", Ints{d + 1}},
                     {"decrease_axis", Ints{axis}}});
  }
  // Returns an initial state, [batch, hidden]; none if it is left out.
  Variable State(int input, int d) {
    if (!node_.HasInput(input)) return Variable();
    return Of(input, d, batch_first_ ? 1 : 0);
  }

  // Returns `x` with its parts along an axis in another order.
  Variable Ordered(const Variable& x, const Ints& order, int64_t axis) {
    layer::OpOptions options;
    options.counts = {{"Out", static_cast<int>(order.size())}};
    const auto parts =
        node_
            .Append("split", {{"X", x}},
                    {{"axis", axis}, {"sections", Ints(order.size(), hidden_)}},
                    options)
            .List("Out");
    std::vector<Variable> ordered;
    for (int64_t place : order) ordered.push_back(parts[place]);
    return node_.Op("concat", {{"X", ordered}}, {{"axis", axis}});
  }
  // Returns weight W or R of a direction, transposed, its gates in our order.
  Variable Weight(int input, int d, const Ints& order) {
    const framework::Tensor* known = node_.ConstantIn(input);
    const bool fits = known != nullptr && known->rank() == 3 &&
                      d < known->dims()[0] &&
                      known->dims()[1] == gates_ * hidden_;
    if (fits && !node_.trains_weights()) {
      return node_.Constant(TurnedWeight(*known, d, order, hidden_));
    }
    return node_.Op("transpose", Ordered(Of(input, d), order, 0),
                    {{"axis", Ints{1, 0}}});
  }
  // Returns the two biases, added up, [1, gates * hidden]; none if they are
  // left out.
  Variable Bias(int d, const Ints& order) {
    if (!node_.HasInput(3)) return Variable();
    const Variable both = node_.Reshape(Of(3, d), {2, gates_ * hidden_});
    const Variable sum =
        node_.Op("reduce_sum", both, {{"dim", Ints{0}}, {"keep_dim", true}});
    return Ordered(sum, order, 1);
  }

  // Sets output Y of all directions.
  void OutSteps(const std::vector<Variable>& directions) {
    if (!node_.HasOutput(0)) return;
    PADDLE_ONNX_REFUSE(steps_ < 0,
                       "output Y of a number of steps that is known only when "
                       "the program runs");
    std::vector<Variable> padded;
    for (const Variable& rows : directions) {
      const Variable zero =
          node_.Op("fill_constant", layer::SlotList{},
                   {{"shape", Ints{1}},
                    {"dtype", std::string(DataTypeName(rows.dtype()))}});
      const auto dense =
          node_.Append("sequence_pad", {{"X", rows}, {"PadValue", zero}},
                       {{"padded_length", steps_}});
      padded.push_back(Swapped(dense["Out"]));
    }
    node_.Out(0, node_.Op("stack", {{"X", padded}},
                          {{"axis", int64_t{batch_first_ ? 2 : 1}}}));
  }
  // Sets an output to the state after the last step of each direction.
  void OutLast(int output, const std::vector<Variable>& directions) {
    if (!node_.HasOutput(output)) return;
    std::vector<Variable> last;
    for (int d = 0; d < directions_; ++d) {
      const char* which = is_reverse(d) ? "FIRST" : "LAST";
      last.push_back(node_.Append("sequence_pool", {{"X", directions[d]}},
                                  {{"pooltype", std::string(which)}})["Out"]);
    }
    node_.Out(output, node_.Op("stack", {{"X", last}},
                               {{"axis", int64_t{batch_first_ ? 1 : 0}}}));
  }

  // Returns activation `i` of a direction as our operators call it.
  std::string Activation(int d, int i, int each, const char* absent) {
    const proto::AttributeProto* names = node_.FindAttr("activations");
    if (names == nullptr) return absent;
    const int place = d * each + i;
    PADDLE_ENFORCE(place < names->strings_size(), InvalidArgument,
                   "activations names ", names->strings_size(),
                   " functions, fewer than ", each, " for each direction");
    const std::string name = absl::AsciiStrToLower(names->strings(place));
    const bool known = name == "sigmoid" || name == "tanh" || name == "relu";
    PADDLE_ONNX_REFUSE(!known, "activation ", names->strings(place));
    return name;
  }

 private:
  // Swaps steps and batch, unless the batch comes first already.
  Variable Swapped(const Variable& x) {
    if (batch_first_) return x;
    return node_.Op("transpose", x, {{"axis", Ints{1, 0, 2}}});
  }

  Variable Lengths(const Variable& x) {
    if (node_.HasInput(4)) return node_.Cast(node_.In(4), DataType::kInt64);
    PADDLE_ONNX_REFUSE(steps_ < 0,
                       "a number of steps that is known only when "
                       "the program runs, without sequence_lens");
    return node_.Op("fill_constant_batch_size_like", {{"Input", x}},
                    {{"shape", Ints{-1}},
                     {"dtype", std::string("int64")},
                     {"value", static_cast<double>(steps_)}});
  }

  Node& node_;
  const int64_t gates_;
  int directions_ = 1;
  bool first_is_reverse_ = false;
  bool batch_first_ = false;
  int64_t hidden_ = 0;
  int64_t steps_ = 0;
  Variable rows_;  // [rows, size], in sequences
};

// The bias, and behind it the weights of the peepholes.
Variable LstmBias(Node* node, Unit* unit, int d) {
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
  Unit unit(node, 4);
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
         {"gate_activation", unit.Activation(d, 0, 3, "sigmoid")},
         {"candidate_activation", unit.Activation(d, 1, 3, "tanh")},
         {"cell_activation", unit.Activation(d, 2, 3, "tanh")}});
    hidden.push_back(out["Hidden"]);
    cells.push_back(out["Cell"]);
  }
  unit.OutSteps(hidden);
  unit.OutLast(1, hidden);
  unit.OutLast(2, cells);
}

// Returns weight R of a direction as our operator has it: those of u and r side
// by side, and those of g behind them.
Variable GruRecurrence(Node* node, Unit* unit, int d) {
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
  PADDLE_ONNX_REFUSE(node->IntAttr("linear_before_reset", 0) != 0,
                     "linear_before_reset");
  Unit unit(node, 3);
  std::vector<Variable> hidden;
  for (int d = 0; d < unit.directions(); ++d) {
    const Variable gates =
        node->Op2("mul", unit.rows(), unit.Weight(1, d, kGruGates));
    const auto out =
        node->Append("gru",
                     {{"Input", gates},
                      {"H0", unit.State(5, d)},
                      {"Weight", GruRecurrence(node, &unit, d)},
                      {"Bias", unit.Bias(d, kGruGates)}},
                     {{"origin_mode", true},
                      {"is_reverse", unit.is_reverse(d)},
                      {"gate_activation", unit.Activation(d, 0, 2, "sigmoid")},
                      {"activation", unit.Activation(d, 1, 2, "tanh")}});
    hidden.push_back(out["Hidden"]);
  }
  unit.OutSteps(hidden);
  unit.OutLast(1, hidden);
}

PADDLE_ONNX_IMPORT("LSTM", 7, LSTM);
PADDLE_ONNX_IMPORT("GRU", 7, GRU);

}  // namespace
}  // namespace paddle::onnx
