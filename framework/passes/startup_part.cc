#include "paddle/framework/passes/startup_part.h"

#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/prune.h"

namespace paddle::framework {

std::shared_ptr<Program> StartupOf(const Program& startup,
                                   const Program& program,
                                   const ServerOf* elsewhere) {
  NameList names;
  for (const proto::VarDesc& var : program.global_block().desc().vars()) {
    if (!var.persistable() && !var.is_parameter()) continue;
    if (elsewhere != nullptr && elsewhere->contains(var.name())) continue;
    if (startup.global_block().WriterOf(var.name()) == nullptr) continue;
    names.push_back(var.name());
  }
  auto made = Prune(startup, /*block=*/0, {}, names);
  made->mutable_desc()->clear_fetches();
  made->set_random_seed(startup.desc().random_seed());
  return made;
}

}  // namespace paddle::framework
