// Makes the program of a shard whose trainer has others to compute after it.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// An operator, and the operator of the given program before which it stands.
struct InsertedOp {
  int position;
  proto::OpDesc op;
};

// True for operators that stand behind one that begins an exchange, and
// exchange nothing by themselves.
bool FollowsExchange(const proto::OpDesc& op);

// Returns a program that computes what `main` computes before its optimizer.
// Where `exchange`, in the order of positions, begins to exchange something,
// this adds it to what the trainer's shards give.
std::shared_ptr<Program> ShardProgram(const Program& main,
                                      const std::vector<InsertedOp>& exchange);

}  // namespace paddle::framework
