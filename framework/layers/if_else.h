// Branching row by row: each row of a batch goes through one of two blocks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/layers/block_builder.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

//   IfElse ie;
//   ie.BeginTrueBlock();
//   ie.Output({softmax(x)});
//   ie.EndBlock();
//   ie.BeginFalseBlock();
//   ie.Output({fc(x, 3)});
//   ie.EndBlock();
//   Variable y = ie(greater_than(x, 0))[0];
//
// The condition, bool [rows] or [rows, 1], comes last. Of the outer variables
// that a block reads, those that have its rows (the same symbol, or the same
// number, as first size; parameters never) and those with sequences then stand
// for the part of them that goes through the block: rows, or whole sequences.
// The others are read whole. Split and Whole say otherwise, and one of them
// must be said, else ie() is an InvalidArgument, where the program does not
// know whether the rows are those of the condition: of what has a row for each
// sequence, such as the output of sequence_pool, unless the condition is
// computed from it. Blocks of an ifelse inside another see the parts of the
// outer one. The shapes of the blocks are inferred again for the parts. See
// operator `ifelse`.
//
// If the blocks are not finished, or ie() is not called or fails, no trace of
// them stays in the program. A method called where it does not belong, or after
// a block was taken back, is a FailedPrecondition. Not thread safe.
class IfElse {
 public:
  IfElse() = default;
  ~IfElse();

  // FailedPrecondition for a block that was written already, while one is
  // open, or elsewhere than where the other one began. A block that is never
  // begun is empty.
  void BeginTrueBlock() { Begin(true); }
  void BeginFalseBlock() { Begin(false); }
  // FailedPrecondition if none is open.
  void EndBlock();
  // Takes both blocks back (a body failed); nothing can be called then.
  void Abandon() noexcept;

  // Inside a block, and of that block alone, or outside, and of both. Returns
  // the variable. InvalidArgument for both of one variable.
  Variable Split(const Variable& variable) { return Read(variable, true); }
  Variable Whole(const Variable& variable) { return Read(variable, false); }

  // Inside a block: the next outputs. They have a row for each row, or a
  // sequence for each sequence, of the block's part.
  void Output(const std::vector<Variable>& variables);

  // Once, behind the blocks and where they began: writes the operator. The
  // outputs have the rows of both blocks, in the original order.
  // InvalidArgument for a condition of another type or shape, and if the blocks
  // have different numbers of outputs.
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
  std::vector<Override> overrides_;  // of both
  bool called_ = false;
  bool abandoned_ = false;
};

}  // namespace paddle::layer
