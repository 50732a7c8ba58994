#include "paddle/backward/param_devices.h"

#include "paddle/framework/ir/op_desc.h"

namespace paddle::backward {

ParamDevices::ParamDevices(const framework::Program& program) {
  for (const auto& op : program.global_block().desc().ops()) {
    if (op.device().empty()) continue;
    for (const std::string& name : framework::InputNames(op)) {
      devices_.try_emplace(name, op.device());
    }
  }
}

std::string ParamDevices::Of(const layer::Variable& param) const {
  const auto found = devices_.find(param.name());
  return found == devices_.end() ? "" : found->second;
}

}  // namespace paddle::backward
