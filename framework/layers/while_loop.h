// Loops: a block that runs as long as a condition holds.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/layers/block_builder.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct WhileOptions {
  // More iterations are an error of the run; 0: any number.
  int64_t max_iterations = 0;
};

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
// What changes from iteration to iteration is carried; everything else that the
// block reads keeps its value. See operator `while`. If the block is not
// finished, or loop() not called or fails, no trace of it stays in the program.
// A method called where it does not belong, or after the block was taken back,
// is a FailedPrecondition. Not thread safe.
class WhileLoop {
 public:
  // InvalidArgument unless `condition` is one bool.
  explicit WhileLoop(const Variable& condition, WhileOptions options = {});

  // FailedPrecondition if called twice.
  void BeginBlock();
  void EndBlock();
  // Takes the block back (its body failed); nothing else can be called then.
  void Abandon() noexcept;

  // Inside the block: the current value, which is `init` in the first
  // iteration, a tensor or tensor array. `init` goes on to mean the value
  // before the loop, and may be carried again: that is another value, which
  // only begins as the same.
  Variable Carry(const Variable& init);
  // The value of the next iteration; `carried` is what Carry returned, `next`
  // any variable that the block sees: its own, a carried or an outer one.
  // InvalidArgument, with both shapes, for another shape or data type; sizes
  // that are not known in advance may change. Without an update the value
  // stays.
  void Update(const Variable& carried, const Variable& next);
  // Whether there is a next iteration.
  void Condition(const Variable& next);

  // Once, behind the block and where it began: the values behind the last
  // iteration, in the order of Carry. FailedPrecondition without a condition
  // for the next iteration: such a loop would not end.
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
