// Finds what the stages of a program send to each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/stage_plan.h"

namespace paddle::framework {

// A value that one stage computes and another one reads. Operators are those of
// the global block, by index.
struct Transfer {
  std::string name;
  int writer = -1;  // -1: a persistable, as it is when the run begins
  int reader = 0;   // the first on stage `to`
  int from = 0;
  int to = 0;
};

// Returns the transfers in the order of their writers: if all stages exchange
// them in this order, none waits for another in a circle. Unimplemented, naming
// the operator that reads and the user's line, for anything but a tensor, and
// for two values of one variable that a stage gets.
std::vector<Transfer> FindTransfers(const Program& main, const StagePlan& plan);

// Return the operators of a transfer, by the group in the raw variable `group`,
// whose ranks are the stages.
proto::OpDesc SendOf(const Program& main, const Transfer& transfer, int64_t tag,
                     const std::string& group);
proto::OpDesc ReceiveOf(const Program& main, const Transfer& transfer,
                        int64_t tag, const std::string& group);

// Inserts what ReceiveOf returns, for a variable that `program` has: it comes
// from another stage, and is in no file of this one.
void InsertReceive(const proto::OpDesc& receive, int position,
                   Program* program);

}  // namespace paddle::framework
