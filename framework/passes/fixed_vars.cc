#include "paddle/framework/passes/fixed_vars.h"

#include <algorithm>

#include "paddle/framework/ir/prepare.h"

namespace paddle::framework {

FixedVars::FixedVars(const Program& program) : program_(program) {
  const int prepare = FindPrepareBlock(program);
  for (const proto::BlockDesc& block : program.desc().blocks()) {
    if (prepare != 0 && block.index() == prepare) continue;
    for (const proto::OpDesc& op : block.ops()) {
      for (const std::string& name : OutputNames(op)) ++writers_[name];
    }
  }
}

// The prepare block would read the parameter, not what is fed in its place.
bool FixedVars::IsFed(const proto::VarDesc& var) const {
  const auto& feeds = program_.desc().feeds();
  return var.is_feed() ||
         std::find(feeds.begin(), feeds.end(), var.name()) != feeds.end();
}

bool FixedVars::Has(int block, const std::string& name, int writers) const {
  if (name.empty()) return false;
  const proto::VarDesc* var = program_.global_block().FindVar(name);
  const auto written = writers_.find(name);
  return var != nullptr && program_.block(block).FindVar(name) == var &&
         var->kind() == proto::DENSE_TENSOR && var->lod_level() == 0 &&
         (var->persistable() || var->derived()) && !IsFed(*var) &&
         (written == writers_.end() || written->second <= writers);
}

}  // namespace paddle::framework
