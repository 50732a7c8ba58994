// Blocks that run for each step of dense inputs or of sequences.
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/interchange/onnx/exported_block.h"
#include "paddle/framework/interchange/onnx/exported_graph.h"
#include "paddle/framework/interchange/onnx/exported_op.h"
#include "paddle/framework/interchange/onnx/exported_sequences.h"
#include "paddle/framework/interchange/onnx/exporters.h"
#include "paddle/framework/interchange/onnx/row_wise.h"
#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/ir/symbol_table.h"

namespace paddle::onnx {
namespace {

using Ints = ExportedOp::Ints;
using Names = ExportedOp::Names;

// The arguments of a block are the steps, the memories and what is read whole,
// and its results the outputs and the memories; those of a node Scan begin with
// the memories. Sequences are padded: what a step computes for rows behind
// their ends is dropped.
class StepsWriter {
 public:
  explicit StepsWriter(ExportedOp* op);
  void Write();

 private:
  // Returns the steps of an input along axis 0: [steps, sequences, ...] of
  // sequences, in the order of the steps.
  std::string Steps(const std::string& input);
  // Returns `x` with axes 0 and 1 swapped, one more axis than `rows` has.
  std::string Swapped(const std::string& x, const std::string& rows);
  // Returns a memory before the first step: of sequences, a vector is one row
  // for all of them.
  std::string Memory(const std::string& init);
  void WriteBody(proto::NodeProto* node);
  // Lets the block read a value from outside under a name of its own.
  void BindWhole(const Names& arguments);

  ExportedOp& op_;
  const Names steps_, memories_, whole_, outs_;
  const bool reverse_;
  absl::optional<SequenceRows> rows_;
  Names outer_;  // what is read whole, as it is called outside
  std::vector<absl::optional<ExportedSequences>> outer_sequences_;
};

StepsWriter::StepsWriter(ExportedOp* op)
    : op_(*op),
      steps_(op->Ins("Inputs")),
      memories_(op->Ins("InitialStates")),
      whole_(op->Ins("StaticInputs")),
      outs_(op->Outs("Out")),
      reverse_(op->Flag("reverse")) {
  if (op->graph()->block().GetVar(steps_[0]).lod_level() > 0) {
    rows_.emplace(op, steps_[0]);
  }
  for (const std::string& name : whole_) {
    if (op->graph()->FindWeight(name) != nullptr) op->graph()->NeedWeight(name);
    outer_.push_back(op->graph()->NameOf(name));
    const ExportedSequences* found = op->FindSequences(name);
    outer_sequences_.emplace_back();
    if (found != nullptr) outer_sequences_.back() = *found;
  }
}

std::string StepsWriter::Swapped(const std::string& x,
                                 const std::string& rows) {
  Ints order(op_.DimsOf(rows).rank() + 1);
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[0], order[1]);
  return op_.Turned(x, order);
}

std::string StepsWriter::Steps(const std::string& input) {
  if (!rows_) return input;
  const std::string padded = rows_->Padded(input);
  return Swapped(reverse_ ? rows_->Reversed(padded) : padded, input);
}

std::string StepsWriter::Memory(const std::string& init) {
  if (!rows_ || op_.DimsOf(init).rank() > 1) return init;
  const std::string sequences =
      op_.Value("Shape", {rows_->sequences().lengths});
  const std::string shape =
      op_.Joined({sequences, op_.Value("Shape", {init})}, 0);
  return op_.Value("Expand", {init, shape});
}

void StepsWriter::BindWhole(const Names& arguments) {
  const size_t first = arguments.size() - whole_.size();
  for (size_t i = 0; i < whole_.size(); ++i) {
    const std::string& name = arguments[first + i];
    op_.graph()->Rename(name, outer_[i]);
    if (outer_sequences_[i]) op_.SetSequences(name, *outer_sequences_[i]);
  }
}

void StepsWriter::WriteBody(proto::NodeProto* node) {
  const int block = op_.Attr<framework::BlockIndex>("step_net").index;
  ExportedBlock body(&op_, block, node, "body");
  const Names arguments = body.arguments(), results = body.results();
  if (rows_) {
    CheckRowWise(op_.graph()->block(), op_.DimsOf(arguments[0])[0]);
  }
  const auto of_memories = arguments.begin() + steps_.size();
  const auto of_whole = of_memories + memories_.size();
  for (auto name = of_memories; name != of_whole; ++name) body.AddInput(*name);
  for (auto name = arguments.begin(); name != of_memories; ++name) {
    body.AddInput(*name);
  }
  BindWhole(arguments);
  body.Run();
  const auto first = results.begin() + outs_.size();
  body.AddOutputs({first, results.end()});
  body.AddOutputs({results.begin(), first});
}

void StepsWriter::Write() {
  Names inputs, outputs, collected;
  for (const std::string& memory : memories_) {
    inputs.push_back(Memory(memory));
    outputs.push_back(op_.NewName(memory));
  }
  for (const std::string& input : steps_) inputs.push_back(Steps(input));
  for (const std::string& out : outs_) {
    collected.push_back(rows_ ? op_.NewName(out) : out);
  }
  outputs.insert(outputs.end(), collected.begin(), collected.end());
  proto::NodeProto* node = op_.Node("Scan", inputs, outputs);
  SetInt(node, "num_scan_inputs", static_cast<int64_t>(steps_.size()));
  if (reverse_ && !rows_) {
    SetInts(node, "scan_input_directions", Ints(steps_.size(), 1));
    SetInts(node, "scan_output_directions", Ints(outs_.size(), 1));
  }
  WriteBody(node);
  for (size_t i = 0; rows_ && i < outs_.size(); ++i) {
    const std::string padded = Swapped(collected[i], outs_[i]);
    rows_->Unpadded(reverse_ ? rows_->Reversed(padded) : padded, outs_[i]);
  }
}

void Recurrent(ExportedOp* op) { StepsWriter(op).Write(); }

PADDLE_ONNX_EXPORT("recurrent", Recurrent);

}  // namespace
}  // namespace paddle::onnx
