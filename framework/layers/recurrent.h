// Recurrent networks: a block that runs once for each step of its inputs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/layers/block_builder.h"
#include "paddle/framework/layers/guard_stack.h"
#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct RnnOptions {
  bool reverse = false;  // from the last step to the first
};

// Writes an operator `recurrent`:
//
//   Rnn rnn;
//   rnn.BeginStep();
//   Variable h = rnn.Memory(zeros);          // of the step before
//   Variable next = tanh(fc(x, 64) + fc(h, 64));  // x: sequences, a step of it
//   rnn.UpdateMemory(h, next);
//   rnn.Output({next});
//   rnn.EndStep();
//   Variable y = rnn()[0];                   // sequences of the lengths of x
//
// Inside the block, a variable with sequences means one step of it; all such
// inputs must have the same lengths. StepInput takes dense inputs [T, ...]
// apart. All other variables are the same in each step. Nothing is padded. If
// the block is not finished, or rnn() not called or fails, it leaves no trace
// in the program. A method called out of place, or after the block was taken
// back, throws FailedPrecondition. Not thread safe.
class Rnn {
 public:
  explicit Rnn(RnnOptions options = {});

  // Throws FailedPrecondition if called twice.
  void BeginStep();
  void EndStep();
  // Removes the block after its body failed; nothing else can be called
  // afterwards.
  void Abandon() noexcept;

  // Returns a step of an input, inside the block: [steps alive, ...] of
  // sequences, [B, ...] of a dense [T, B, ...]. Dense inputs must come before
  // the memories. Throws InvalidArgument for a mixture of both, or for a
  // variable without steps.
  Variable StepInput(const Variable& input);
  // Returns an input that is whole in each step but paired with the sequences:
  // row i (or sequence i) belongs to sequence i.
  Variable StaticInput(const Variable& input);
  // Returns the value that UpdateMemory set in the previous step; in the first
  // step it is `value`: [sequences, ...], each sequence its own row, or one
  // row, [...], for all. For dense inputs the memory has the shape of `value`.
  Variable Memory(const Variable& value);
  // Returns a memory filled with `value` at first; `shape` is that of a row or,
  // for dense inputs, of the whole.
  Variable Memory(const std::vector<int64_t>& shape, Number value,
                  DataType dtype = DataType::kFloat32);
  // Returns `memory`; throws InvalidArgument if it is not a memory.
  Variable PreviousMemory(const Variable& memory) const;
  // Sets the value for the next step. Throws InvalidArgument, with both shapes,
  // if the shapes differ. A memory that is never updated keeps its value.
  void UpdateMemory(const Variable& memory, const Variable& value);
  // Adds results: rnn() returns the steps of each, joined, in this order.
  void Output(const std::vector<Variable>& variables);

  // Writes the operator; called once, after the block and in the place where it
  // began.
  std::vector<Variable> operator()();

  // True while the step is being written.
  bool is_open() const { return body_ != nullptr && body_->is_open(); }
  // Throws FailedPrecondition before the step has begun.
  const BlockBuilder& builder() const;

 private:
  struct Carried {
    Variable init;
    Variable memory;
    Variable next;
  };

  void CheckOpen(const char* what) const;
  // Returns what a variable of the block means outside it; called inside the
  // block.
  Variable Outside(const Variable& variable, const char* what) const;
  std::vector<Variable> Append();
  Variable OnRead(const Variable& variable);
  Carried& Find(const Variable& memory);
  Dims StepDims(const Variable& x);

  const RnnOptions options_;
  std::unique_ptr<BlockBuilder> body_;  // null until the step begins
  // exists while the step is open
  absl::optional<GuardStack<Rnn*>::Entry> entry_;
  bool dense_ = false;
  // the symbol for the number of sequences that take part in a step
  int64_t alive_ = 0;
  std::vector<Variable> inputs_, steps_;
  std::vector<Variable> statics_, static_steps_;
  std::vector<Carried> memories_;
  std::vector<Variable> outputs_;
};

// Returns the innermost recurrent network whose step is being written. Throws
// FailedPrecondition if there is none, as for as_step_input outside of a step.
Rnn& CurrentRnn();

}  // namespace paddle::layer
