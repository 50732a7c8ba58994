// Builds an if-else over the rows of a batch: a condition sends each row
// through one of two blocks, and the results are merged in the original order.
#pragma once

#include <vector>

#include "paddle/framework/layers/branch_blocks.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Appends an operator `ifelse` to the current program:
//
//   IfElse ie;
//   ie.BeginTrueBlock();
//   ie.Output({softmax(x)});
//   ie.EndBlock();
//   ie.BeginFalseBlock();
//   ie.Output({fc(x, 3)});
//   ie.EndBlock();
//   Variable y = ie(greater_than(x, 0))[0];
//
// The condition, bool [rows] or [rows, 1], is given last. An outer variable
// that a block reads is split if its first size is that of the condition (the
// same symbol or number; parameters are never split) or if it has sequences:
// the block then sees only the rows, or whole sequences, that pass through it.
// Other variables are read whole.
//
// Split and Whole override this rule. One of them is required if the program
// cannot tell whether the rows of a variable are those of the condition, or
// ie() throws InvalidArgument. That is so for one row per sequence, as in the
// output of sequence_pool, unless the condition is computed from that variable.
//
// An IfElse inside a block of another one sees only that block's rows. The
// shapes in the blocks are inferred again for the split variables.
//
// If a block is not finished, or ie() is not called or fails, the program does
// not change. A method called out of order, or after Abandon, throws
// FailedPrecondition. Not thread safe.
class IfElse {
 public:
  // Open a block: operators are appended to it until EndBlock. Throw
  // FailedPrecondition if the block was written already, if one is open, or if
  // the current block is not the one in which the first began. A block that is
  // never begun is empty.
  void BeginTrueBlock() { Begin(true); }
  void BeginFalseBlock() { Begin(false); }
  // Throws FailedPrecondition if no block is open.
  void EndBlock() { blocks_.EndBlock(); }
  // Removes both blocks, after the code that writes one has failed. No other
  // method may be called afterwards.
  void Abandon() noexcept { blocks_.Abandon(); }

  // Override how a variable is read: for the open block, or for both if none is
  // open. Return the variable. Throw InvalidArgument if Split and Whole are
  // called for the same variable.
  Variable Split(const Variable& variable) { return Read(variable, true); }
  Variable Whole(const Variable& variable) { return Read(variable, false); }

  // Adds outputs of the open block. Each has one row for each row, or one
  // sequence for each sequence, that passes through the block.
  void Output(const std::vector<Variable>& variables) {
    blocks_.Output(variables);
  }

  // Appends the operator and returns its outputs, which have the rows of both
  // blocks in the original order. Called once, after the blocks, in the block
  // in which they began. Throws InvalidArgument for a condition of another type
  // or shape, and if the blocks have different numbers of outputs.
  std::vector<Variable> operator()(const Variable& condition);

 private:
  struct Override {
    Variable variable;
    bool split;
  };
  struct Part {
    bool holds;  // runs on the rows whose condition holds
    BranchBlocks::Branch& branch;
    std::vector<Override> overrides;
    std::vector<Variable> inputs;
  };

  Part* Find(bool holds);
  Part* Open();
  void Begin(bool holds);
  Variable Read(const Variable& variable, bool split);
  void CheckCallable() const;
  bool IsSplit(const Part& part, const Variable& variable, int64_t rows) const;
  void SplitInputs(Part* part, int64_t rows);
  std::vector<Variable> Append(const Variable& condition);

  BranchBlocks blocks_{"an", "ifelse"};
  std::vector<Part> parts_;          // in the order of their beginning
  std::vector<Override> overrides_;  // for both blocks
};

}  // namespace paddle::layer
