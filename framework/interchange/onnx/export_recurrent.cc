// Recurrent units over rows in sequences, which the nodes read padded.
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/interchange/onnx/exported_op.h"
#include "paddle/framework/interchange/onnx/exported_sequences.h"
#include "paddle/framework/interchange/onnx/exporters.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::onnx {
namespace {

using framework::DataType;
using framework::Dims;
using framework::proto::OpDesc;
using Ints = ExportedOp::Ints;
using Names = ExportedOp::Names;

// A node of one direction for an operator whose input has a part of d columns
// for each gate.
class UnitWriter {
 public:
  // Gate i of the node is our gate order[i]; `negated` is the first one of the
  // node as the sigmoid of what is negated.
  UnitWriter(ExportedOp* op, Ints order, bool negated = false);

  int64_t size() const { return d_; }
  // Returns x for the only direction; "" for "".
  std::string Directed(const std::string& x);
  // Returns parts of a vector or matrix along an axis.
  Names Parts(const std::string& x, const Ints& sizes, int64_t axis);
  // Returns x, which has our gates along an axis, with those of the node.
  std::string Arranged(const std::string& x, int64_t axis);
  // Returns a weight [size, gates * d] of ours as one of the node.
  std::string Weight(const std::string& weight);
  // Returns the biases of the input and `own`, [gates * d] or "", as one of the
  // node; "" if there are none.
  std::string Biases(const std::string& own) { return Halves(bias_, own); }
  // Returns them likewise for an `own` whose part for the candidate is that of
  // the input, and which the candidate's part for the state follows.
  std::string BiasesResetAfter(const std::string& own);
  // Writes the node, whose inputs 0, 1 and 4 are filled in here, and its output
  // as rows.
  proto::NodeProto* Write(const char* type, Names inputs, Names activations);

 private:
  // Finds out which product and bias the input is; only if it is one, they are
  // those of the node.
  void FindProduct();
  std::string Halves(const std::string& of_input, const std::string& of_state);
  std::string Filled(const Dims& dims, bool identity);

  ExportedOp& op_;
  const Ints order_;
  const bool negated_;
  const int64_t d_;
  const DataType type_;
  std::string x_, weight_, bias_;
};

UnitWriter::UnitWriter(ExportedOp* op, Ints order, bool negated)
    : op_(*op),
      order_(std::move(order)),
      negated_(negated),
      d_(op->DimsOf(op->In("Weight"))[0]),
      type_(op->TypeOf(op->In("Weight"))),
      x_(op->In("Input")) {
  PADDLE_ONNX_CANNOT(d_ < 0, "a state of unknown size");
  FindProduct();
}

void UnitWriter::FindProduct() {
  const int64_t width = static_cast<int64_t>(order_.size()) * d_;
  const framework::SymbolTable& block = op_.graph()->block();
  const OpDesc* writer = block.WriterOf(x_);
  std::string bias;
  if (writer != nullptr && writer->type() == "elementwise_add") {
    bias = framework::Input(*writer, "Y");
    if (op_.DimsOf(bias) != Dims({width})) return;
    writer = block.WriterOf(framework::Input(*writer, "X"));
  }
  if (writer == nullptr || writer->type() != "mul") return;
  const std::string x = framework::Input(*writer, "X");
  const std::string weight = framework::Input(*writer, "Y");
  const Dims dims = op_.DimsOf(weight);
  const bool product = op_.DimsOf(x).rank() == 2 && dims.rank() == 2 &&
                       dims.IsStatic() && dims[1] == width &&
                       op_.FindSequences(x) != nullptr;
  if (!product) return;
  x_ = x;
  weight_ = weight;
  bias_ = bias;
}

std::string UnitWriter::Filled(const Dims& dims, bool identity) {
  framework::Tensor tensor(dims, type_);
  framework::VisitDataType(type_, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* data = tensor.mutable_data<T>();
    const int64_t each = identity ? dims[1] + 1 : tensor.numel() + 1;
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      data[i] = static_cast<T>(identity && i % each == 0 ? 1 : 0);
    }
  });
  return op_.Constant(tensor);
}

std::string UnitWriter::Directed(const std::string& x) {
  return x.empty() ? "" : op_.Value("Unsqueeze", {x, op_.Integers({0})});
}

Names UnitWriter::Parts(const std::string& x, const Ints& sizes, int64_t axis) {
  Names parts;
  for (size_t i = 0; i < sizes.size(); ++i) parts.push_back(op_.NewName(x));
  SetInt(op_.Node("Split", {x, op_.Integers(sizes)}, parts), "axis", axis);
  return parts;
}

std::string UnitWriter::Arranged(const std::string& x, int64_t axis) {
  const Names parts = Parts(x, Ints(order_.size(), d_), axis);
  Names arranged;
  for (int64_t gate : order_) arranged.push_back(parts[gate]);
  if (negated_) arranged[0] = op_.Value("Neg", {arranged[0]});
  return op_.Joined(arranged, axis);
}

std::string UnitWriter::Weight(const std::string& weight) {
  return Directed(op_.Turned(Arranged(weight, 1), {1, 0}));
}

std::string UnitWriter::Halves(const std::string& of_input,
                               const std::string& of_state) {
  if (of_input.empty() && of_state.empty()) return "";
  const auto half = [&](const std::string& bias) {
    return bias.empty()
               ? Filled({static_cast<int64_t>(order_.size()) * d_}, false)
               : Arranged(bias, 0);
  };
  return Directed(op_.Joined({half(of_input), half(of_state)}, 0));
}

std::string UnitWriter::BiasesResetAfter(const std::string& own) {
  if (own.empty()) return Biases(own);
  const Names parts = Parts(own, {2 * d_, d_, d_}, 0);
  Names of_input{Filled({2 * d_}, false), parts[1]};
  if (!bias_.empty()) {
    of_input = Parts(bias_, {2 * d_, d_}, 0);
    of_input[1] = op_.Value("Add", {of_input[1], parts[1]});
  }
  return Halves(op_.Joined(of_input, 0), op_.Joined({parts[0], parts[2]}, 0));
}

proto::NodeProto* UnitWriter::Write(const char* type, Names inputs,
                                    Names activations) {
  const int64_t width = static_cast<int64_t>(order_.size()) * d_;
  SequenceRows rows(&op_, x_);
  inputs[0] = op_.Turned(rows.Padded(x_), {1, 0, 2});
  inputs[1] = Weight(weight_.empty() ? Filled({width, width}, true) : weight_);
  if (!rows.is_dense()) {
    inputs[4] = op_.Cast(rows.sequences().lengths, DataType::kInt32);
  }
  while (inputs.back().empty()) inputs.pop_back();
  proto::NodeProto* node = nullptr;
  const std::string y = op_.Value(type, inputs, &node);
  SetInt(node, "hidden_size", d_);
  if (op_.Flag("is_reverse")) SetText(node, "direction", "reverse");
  for (std::string& name : activations) {
    PADDLE_ONNX_CANNOT(name == "identity", "activation identity");
    name[0] = static_cast<char>(std::toupper(name[0]));
  }
  SetTexts(node, "activations", activations);
  const std::string steps = op_.Value("Squeeze", {y, op_.Integers({1})});
  rows.Unpadded(op_.Turned(steps, {1, 0, 2}), op_.Out("Hidden"));
  return node;
}

// Our gates are g, i, f, o, and those of the node i, o, f, g.
void Lstm(ExportedOp* op) {
  UnitWriter unit(op, {1, 3, 2, 0});
  const int64_t d = unit.size();
  Names inputs(8);
  inputs[2] = unit.Weight(op->In("Weight"));
  std::string bias = op->In("Bias");
  if (op->Flag("use_peepholes")) {
    const Names parts =
        unit.Parts(op->Reshaped(bias, {7 * d}), {4 * d, d, d, d}, 0);
    bias = parts[0];
    inputs[7] = unit.Directed(op->Joined({parts[1], parts[3], parts[2]}, 0));
  } else if (!bias.empty()) {
    bias = op->Reshaped(bias, {4 * d});
  }
  inputs[3] = unit.Biases(bias);
  inputs[5] = unit.Directed(op->In("H0"));
  inputs[6] = unit.Directed(op->In("C0"));
  unit.Write("LSTM", inputs,
             {op->Text("gate_activation"), op->Text("candidate_activation"),
              op->Text("cell_activation")});
}

// Returns the weight of the state as a matrix. Where r resets the state, those
// of u and r are side by side, and that of g behind them.
std::string GruWeight(ExportedOp* op, UnitWriter* unit) {
  if (op->Flag("reset_after")) return op->In("Weight");
  const int64_t d = unit->size();
  const Names weights = unit->Parts(op->Reshaped(op->In("Weight"), {3 * d * d}),
                                    {2 * d * d, d * d}, 0);
  return op->Joined(
      {op->Reshaped(weights[0], {d, 2 * d}), op->Reshaped(weights[1], {d, d})},
      1);
}

// Our gates are u, r, g, and those of the node z = u or, where u weighs the
// candidate and not the state, z = 1 - u, the sigmoid of what is negated.
void Gru(ExportedOp* op) {
  const bool negated = !op->Flag("origin_mode");
  PADDLE_ONNX_CANNOT(negated && op->Text("gate_activation") != "sigmoid",
                     "gate_activation ", op->Text("gate_activation"));
  UnitWriter unit(op, {0, 1, 2}, negated);
  const bool reset_after = op->Flag("reset_after");
  std::string bias = op->In("Bias");
  if (!bias.empty()) {
    bias = op->Reshaped(bias, {(reset_after ? 4 : 3) * unit.size()});
  }
  Names inputs(6);
  inputs[2] = unit.Weight(GruWeight(op, &unit));
  inputs[3] = reset_after ? unit.BiasesResetAfter(bias) : unit.Biases(bias);
  inputs[5] = unit.Directed(op->In("H0"));
  proto::NodeProto* node = unit.Write(
      "GRU", inputs, {op->Text("gate_activation"), op->Text("activation")});
  if (reset_after) SetInt(node, "linear_before_reset", 1);
}

PADDLE_ONNX_EXPORT("gru", Gru);
PADDLE_ONNX_EXPORT("lstm", Lstm);

}  // namespace
}  // namespace paddle::onnx
