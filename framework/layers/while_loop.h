// Loops: a block that runs as long as a condition holds.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/layers/block_builder.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct WhileOptions {
  // Exceeding it is an error of the run; 0: unlimited.
  int64_t max_iterations = 0;
};

// Writes an operator `while`:
//
//   Variable i = fill_constant({1}, DataType::kInt64, 0);
//   WhileLoop loop(less_than(i, n));
//   loop.BeginBlock();
//   Variable now = loop.Carry(i);        // i itself stays the first value
//   Variable next = increment(now);
//   loop.Update(now, next);
//   loop.Condition(less_than(next, n));  // of the next iteration
//   loop.EndBlock();
//   Variable end = loop()[0];
//
// Values that change between iterations are carried; everything else that the
// block reads keeps its value. If the block is not finished, or loop() not
// called or fails, it leaves no trace in the program. A method called out of
// place, or after the block was taken back, throws FailedPrecondition. Not
// thread safe.
class WhileLoop {
 public:
  // Throws InvalidArgument unless `condition` is one bool.
  explicit WhileLoop(const Variable& condition, WhileOptions options = {});

  // Throws FailedPrecondition if called twice.
  void BeginBlock();
  void EndBlock();
  // Removes the block after its body failed; nothing else can be called
  // afterwards.
  void Abandon() noexcept;

  // Returns, inside the block, the current value; in the first iteration it is
  // `init`, a tensor or tensor array. `init` still refers to the value before
  // the loop, and may be carried again: that is a separate value with the same
  // start.
  Variable Carry(const Variable& init);
  // Sets the value for the next iteration; `carried` is a result of Carry,
  // `next` any variable visible in the block: its own, a carried or an outer
  // one. Throws InvalidArgument, with both shapes, if shape or data type
  // differ; sizes that are not known in advance may change. Without an update
  // the value stays the same.
  void Update(const Variable& carried, const Variable& next);
  // Sets the condition, one bool, for another iteration.
  void Condition(const Variable& next);

  // Writes the operator and returns the values after the last iteration, in the
  // order of Carry; called once, after the block and in the place where it
  // began. Throws FailedPrecondition without a condition for the next
  // iteration: such a loop would not end.
  std::vector<Variable> operator()();

 private:
  struct Carried {
    Variable init;
    Variable current;
    Variable next;
  };

  void CheckOpen(const char* what) const;
  std::vector<Variable> Append();
  Carried& Find(const Variable& current);

  const Variable condition_;
  const WhileOptions options_;
  std::unique_ptr<BlockBuilder> body_;  // null until the block begins
  std::vector<Carried> carried_;
  Variable next_condition_;
};

}  // namespace paddle::layer
