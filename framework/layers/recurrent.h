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

//   Rnn rnn;
//   rnn.BeginStep();
//   Variable h = rnn.Memory(zeros);          // of the step before
//   Variable next = tanh(fc(x, 64) + fc(h, 64));  // x: sequences, a step of it
//   rnn.UpdateMemory(h, next);
//   rnn.Output({next});
//   rnn.EndStep();
//   Variable y = rnn()[0];                   // sequences of the lengths of x
//
// Inside the block, a variable with sequences stands for a step of it; all
// such inputs have the same lengths. Dense inputs [T, ...] are taken apart by
// StepInput. Everything else that is read is the same at each step. Nothing is
// padded. See operator `recurrent`. If the block is not finished, or rnn() not
// called or fails, no trace of it stays in the program. A method called where
// it does not belong, or after the block was taken back, is a
// FailedPrecondition. Not thread safe.
class Rnn {
 public:
  explicit Rnn(RnnOptions options = {});

  // FailedPrecondition if called twice.
  void BeginStep();
  void EndStep();
  // Takes the block back (its body failed); nothing else can be called then.
  void Abandon() noexcept;

  // Inside the block. The step of an input: of sequences [steps alive, ...], of
  // a dense [T, B, ...] the [B, ...]. A dense input must come before the
  // memories. InvalidArgument for a mixture of both, or for what has no steps.
  Variable StepInput(const Variable& input);
  // Read whole at each step, but paired with the sequences: row i (or sequence
  // i) belongs to sequence i.
  Variable StaticInput(const Variable& input);
  // What UpdateMemory gave it at the step before; at the first step `value`:
  // [sequences, ...], each sequence its own row, or one row, [...], for all. Of
  // dense inputs the memory has the same shape.
  Variable Memory(const Variable& value);
  // Starts as `value` everywhere; `shape` is that of a row, or, of dense
  // inputs, of the whole.
  Variable Memory(const std::vector<int64_t>& shape, Number value,
                  DataType dtype = DataType::kFloat32);
  // The memory itself; InvalidArgument for what is none.
  Variable PreviousMemory(const Variable& memory) const;
  // InvalidArgument, with both shapes, for a value of another shape. A memory
  // that is never updated keeps its value.
  void UpdateMemory(const Variable& memory, const Variable& value);
  // The steps of these, together, are what rnn() returns, in this order.
  void Output(const std::vector<Variable>& variables);

  // Once, behind the block and where it began: writes the operator.
  std::vector<Variable> operator()();

  // True while the step is being written.
  bool is_open() const { return body_ != nullptr && body_->is_open(); }
  // FailedPrecondition before the step has begun.
  const BlockBuilder& builder() const;

 private:
  struct Carried {
    Variable init;
    Variable memory;
    Variable next;
  };

  void CheckOpen(const char* what) const;
  // Inside the block; from there, what a variable means outside of it.
  Variable Outside(const Variable& variable, const char* what) const;
  std::vector<Variable> Append();
  Variable OnRead(const Variable& variable);
  Carried& Find(const Variable& memory);
  Dims StepDims(const Variable& x);

  const RnnOptions options_;
  std::unique_ptr<BlockBuilder> body_;             // null until the step begins
  absl::optional<GuardStack<Rnn*>::Entry> entry_;  // while the step is open
  bool dense_ = false;
  int64_t alive_ = 0;  // the symbol of how many sequences take part
  std::vector<Variable> inputs_, steps_;
  std::vector<Variable> statics_, static_steps_;
  std::vector<Carried> memories_;
  std::vector<Variable> outputs_;
};

// The recurrent network whose step is being written, the innermost one.
// FailedPrecondition if there is none: as_step_input outside of a step.
Rnn& CurrentRnn();

}  // namespace paddle::layer
