// The smallest program that gives what is asked for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// What else is kept, besides what the targets need.
enum class Keep {
  kTargetsOnly,
  // Also every operator that updates a persistable variable or has a lasting
  // effect (OpProto::lasting_effect), and what those need.
  kTargetsAndLastingEffects,
};

// A copy of `program` whose block `block` holds only the operators that
// `targets` need. A target is a variable, or an operator by name or by id
// (decimal digits). `feeds` are cut points: what makes them is not needed.
// Correct for in-place updates: the target's latest value is meant, a read
// before an update does not need it, a read after it does. Goes into the blocks
// that kept operators own; blocks nobody refers to any more are dropped and the
// rest renumbered (the global block stays 0). Variables that nothing mentions
// go, except targets and feeds. NotFound, with the nearest names, for an
// unknown target or feed. Operator ids stay.
std::shared_ptr<Program> Prune(const Program& program, int block,
                               const std::vector<std::string>& feeds,
                               const std::vector<std::string>& targets,
                               Keep keep = Keep::kTargetsOnly);

// As the design documents have it: the description of a block that owns no
// further blocks, cut down to its targets.
proto::BlockDesc Prune(const SchemaSource& schemas,
                       const proto::BlockDesc& block,
                       const std::vector<std::string>& targets);

}  // namespace paddle::framework
