// Reduces a program to what its targets need.
#pragma once

#include <memory>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Selects what a pruned program keeps besides what its targets need.
enum class KeepSet {
  kTargets,         // nothing: Executor.eval
  kLastingEffects,  // writers of persistables, prints and the like, and what
                    // they need: Executor.run
};

// A new program in which block `block` holds the operators that `targets` need,
// and the blocks these own what their results need. A target is the name of a
// variable, whose last value is meant, else the name of an operator of the
// block, or "#7" for the operator with the id 7. A feed comes from outside:
// what would compute it is dropped, an update of it in place is not. An update
// in place (of a parameter, say) stays if something that stays reads it later.
//
// Unused blocks are dropped and the others renumbered; `pruned_block`, unless
// null, gets the new index of `block`, whose ancestors lose their operators.
// Variables that nobody mentions are dropped, but for feeds and targets, which
// become the interface of the new program if `block` is the global one.
// Operator ids stay.
//
// NotFound, with the nearest names, for a feed or target that does not exist;
// OutOfRange for a bad block.
std::shared_ptr<Program> Prune(const Program& program, int block,
                               const NameList& feeds, const NameList& targets,
                               KeepSet keep = KeepSet::kTargets,
                               int* pruned_block = nullptr);

// Prunes one block by itself, without feeds. Targets are variables or names of
// operators; blocks that its operators own are not examined.
proto::BlockDesc Prune(const proto::BlockDesc& block, const NameList& targets);

}  // namespace paddle::framework
