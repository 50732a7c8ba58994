// Drops the operators, blocks and variables that neither a fetch nor a lasting
// effect needs.
#include <memory>

#include "paddle/framework/ir/prune.h"
#include "paddle/framework/passes/pass.h"

namespace paddle::framework {

namespace {

// Pruning does just that; what it returns is always new.
std::shared_ptr<const Program> DropDeadOperators(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (context.keep_all || context.pruned) return program;
  const proto::ProgramDesc& desc = program->desc();
  const NameList feeds(desc.feeds().begin(), desc.feeds().end());
  const NameList fetches(desc.fetches().begin(), desc.fetches().end());
  std::shared_ptr<const Program> pruned =
      Prune(*program, 0, feeds, fetches, KeepSet::kLastingEffects);
  const bool same =
      pruned->desc().SerializeAsString() == desc.SerializeAsString();
  return same ? program : pruned;
}

}  // namespace

REGISTER_PASS(dead_operators, /*version=*/1, kExact, PassStage::kEliminate,
              "Drops operators that no fetch and no lasting effect needs.",
              DropDeadOperators);

}  // namespace paddle::framework
