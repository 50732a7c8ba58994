// Scans, which go through the steps of tensors.
#include <algorithm>
#include <vector>

#include "paddle/framework/interchange/onnx/collect.h"
#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/layers/recurrent.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

Variable Flipped(Node* node, const Variable& x) {
  return node->Op("flip", x, {{"axis", Ints{0}}});
}

// Returns x with the elements of an axis as its steps.
Variable StepsFirst(Node* node, const Variable& x, int64_t axis, bool back) {
  const int steps = framework::NormalizeAxis(axis, x.dims().rank());
  Ints order{steps};
  for (int i = 0; i < x.dims().rank(); ++i) {
    if (i != steps) order.push_back(i);
  }
  // The body may also read the whole of it, under its own name.
  const Variable turned =
      steps == 0 ? node->Op("assign", x) : Turned(node, x, order);
  return back ? Flipped(node, turned) : turned;
}

// Returns x, whose first axis is that of the steps, with it as axis `axis`.
Variable StepsAt(Node* node, const Variable& x, int64_t axis, bool back) {
  const int steps = framework::NormalizeAxis(axis, x.dims().rank());
  const Variable out = back ? Flipped(node, x) : x;
  if (steps == 0) return out;
  Ints order;
  for (int i = 1; i < x.dims().rank(); ++i) order.push_back(i);
  order.insert(order.begin() + steps, 0);
  return Turned(node, out, order);
}

class ScanWriter {
 public:
  // The states are inputs from `first` on.
  explicit ScanWriter(Node* node, int first);
  void Write();
  // Writes a node of version 8, whose first axis is that of a batch.
  void WriteBatch();

 private:
  // Returns element i of a list of an attribute, one for each of `count`.
  int64_t Listed(const char* name, int i, int count) const;
  // Returns all outputs of the steps: the states, then what is collected.
  Variables Steps(const Variables& states, const Variables& inputs) const;
  Variables StepInputs() const;

  Variables States() const;

  Node& node_;
  const proto::GraphProto& body_;
  const int first_;
  int num_inputs_ = 0;
  int num_states_ = 0;
};

ScanWriter::ScanWriter(Node* node, int first)
    : node_(*node), body_(node->GraphAttr("body")), first_(first) {
  const int64_t inputs = node->RequiredInt("num_scan_inputs");
  const int all = node->num_inputs() - first;
  PADDLE_ENFORCE(inputs > 0 && inputs <= all, InvalidArgument,
                 "num_scan_inputs is ", inputs, ", of ", all, " inputs");
  num_inputs_ = static_cast<int>(inputs);
  num_states_ = all - num_inputs_;
  PADDLE_ENFORCE(body_.output_size() >= num_states_ &&
                     node->num_outputs() <= body_.output_size(),
                 InvalidArgument, "a body of ", body_.output_size(),
                 " outputs for ", num_states_, " states and ",
                 node->num_outputs(), " outputs");
}

int64_t ScanWriter::Listed(const char* name, int i, int count) const {
  const Ints list = node_.IntsAttr(name, Ints(count, 0));
  PADDLE_ENFORCE(static_cast<int>(list.size()) == count, InvalidArgument, name,
                 " has ", list.size(), " elements for ", count);
  return list[i];
}

Variables ScanWriter::StepInputs() const {
  Variables inputs;
  for (int i = 0; i < num_inputs_; ++i) {
    const bool back = Listed("scan_input_directions", i, num_inputs_) != 0;
    inputs.push_back(StepsFirst(&node_, node_.In(first_ + num_states_ + i),
                                Listed("scan_input_axes", i, num_inputs_),
                                back));
  }
  return inputs;
}

Variables ScanWriter::Steps(const Variables& states,
                            const Variables& inputs) const {
  layer::Rnn rnn;
  rnn.BeginStep();
  // Step inputs come before memories.
  Variables steps, memories;
  for (const Variable& input : inputs) steps.push_back(rnn.StepInput(input));
  std::vector<Value> values;
  for (const Variable& state : states) {
    memories.push_back(rnn.Memory(state));
    values.emplace_back().variable = memories.back();
  }
  for (const Variable& step : steps) values.emplace_back().variable = step;
  const Variables next =
      node_.VariablesOf(node_.graph().Import(body_, "body", values));
  for (size_t i = 0; i < states.size(); ++i) {
    rnn.UpdateMemory(memories[i], next[i]);
  }
  rnn.Output(next);
  rnn.EndStep();
  return rnn();
}

Variables ScanWriter::States() const {
  Variables states;
  for (int i = 0; i < num_states_; ++i) states.push_back(node_.In(first_ + i));
  return states;
}

void ScanWriter::WriteBatch() {
  PADDLE_ONNX_REFUSE(node_.HasInput(0), "sequences of different lengths");
  layer::Rnn batch;
  batch.BeginStep();
  Variables states, inputs;
  for (const Variable& state : States()) {
    states.push_back(batch.StepInput(state));
  }
  for (int i = 0; i < num_inputs_; ++i) {
    const Variable steps = batch.StepInput(node_.In(first_ + num_states_ + i));
    const bool back = Listed("directions", i, num_inputs_) != 0;
    inputs.push_back(StepsFirst(&node_, steps, 0, back));
  }
  Variables outputs = Steps(states, inputs);
  for (int i = 0; i < num_states_; ++i) {
    outputs[i] = At(&node_, outputs[i], 0, -1);
  }
  batch.Output(outputs);
  batch.EndStep();
  outputs = batch();
  for (int i = 0; i < node_.num_outputs(); ++i) node_.Out(i, outputs[i]);
}

void ScanWriter::Write() {
  const Variables outputs = Steps(States(), StepInputs());
  const int collected = static_cast<int>(outputs.size()) - num_states_;
  for (int i = 0; i < node_.num_outputs(); ++i) {
    const int scan = i - num_states_;
    if (scan < 0) {
      node_.Out(i, At(&node_, outputs[i], 0, -1));
      continue;
    }
    node_.Out(
        i,
        StepsAt(&node_, outputs[i], Listed("scan_output_axes", scan, collected),
                Listed("scan_output_directions", scan, collected) != 0));
  }
}

void Scan(Node* node) { ScanWriter(node, 0).Write(); }
void ScanOfBatch(Node* node) { ScanWriter(node, 1).WriteBatch(); }

PADDLE_ONNX_IMPORT("Scan", 8, ScanOfBatch);
PADDLE_ONNX_IMPORT("Scan", 9, Scan);

}  // namespace
}  // namespace paddle::onnx
