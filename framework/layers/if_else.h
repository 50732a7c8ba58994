// Branches row by row: each row of a batch passes through one of two blocks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/layers/block_builder.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Writes an operator `ifelse`:
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
// The condition, bool [rows] or [rows, 1], comes last. Outer variables that a
// block reads are split if they have the condition's rows (the same symbol or
// number as first size; parameters never) or sequences: the block then sees
// only the rows, or whole sequences, that pass through it. Other variables are
// read whole. Split and Whole override this. One of them is required, or ie()
// throws InvalidArgument, if the program cannot tell whether the rows are those
// of the condition: if there is one row per sequence, as in the output of
// sequence_pool, unless the condition is computed from that variable. Blocks of
// an IfElse inside another one see the parts of the outer one. The shapes in
// the blocks are inferred again for the parts.
//
// If the blocks are not finished, or ie() is not called or fails, they leave no
// trace in the program. A method called out of place, or after a block was
// taken back, throws FailedPrecondition. Not thread safe.
class IfElse {
 public:
  IfElse() = default;
  ~IfElse();

  // Throw FailedPrecondition for a block that has been written already, while
  // one is open, or in another place than where the first one began. A block
  // that is never begun is empty.
  void BeginTrueBlock() { Begin(true); }
  void BeginFalseBlock() { Begin(false); }
  // Throws FailedPrecondition if no block is open.
  void EndBlock();
  // Removes both blocks after a body failed; nothing can be called afterwards.
  void Abandon() noexcept;

  // Override how a variable is read: inside a block for that block only,
  // outside for both. Return the variable. Throw InvalidArgument for both of
  // one variable.
  Variable Split(const Variable& variable) { return Read(variable, true); }
  Variable Whole(const Variable& variable) { return Read(variable, false); }

  // Adds outputs of the block that is open. They have a row for each row, or a
  // sequence for each sequence, of the block's part.
  void Output(const std::vector<Variable>& variables);

  // Writes the operator; called once, after the blocks and in the place where
  // they began. The outputs have the rows of both blocks in the original order.
  // Throws InvalidArgument for a condition of another type or shape, and if the
  // blocks have different numbers of outputs.
  std::vector<Variable> operator()(const Variable& condition);

 private:
  struct Override {
    Variable variable;
    bool split;
  };
  struct Branch {
    bool part = true;
    std::unique_ptr<BlockBuilder> body;
    std::vector<Override> overrides;
    int outputs = 0;
    std::vector<Variable> inputs;
  };

  Branch* Find(bool part);
  Branch* Open();
  void Begin(bool part);
  Variable Read(const Variable& variable, bool split);
  void CheckWritable(const char* what) const;
  void CheckCallable() const;
  void Add(bool part);
  bool IsSplit(const Branch& branch, const Variable& variable,
               int64_t rows) const;
  void SplitInputs(Branch* branch, int64_t rows);
  std::vector<Variable> Append(const Variable& condition);

  std::vector<Branch> branches_;     // in the order of their beginning
  std::vector<Override> overrides_;  // for both blocks
  bool called_ = false;
  bool abandoned_ = false;
};

}  // namespace paddle::layer
