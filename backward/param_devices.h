// Finds the devices (OpDesc.device) of what is done to parameters.
#pragma once

#include <string>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/device_guard.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

// The device of each parameter: that of the first operator of the global block
// that reads it. What clips, regularizes and applies its gradient runs there,
// whatever device is current.
class ParamDevices {
 public:
  explicit ParamDevices(const framework::Program& program);

  // Returns "" for a parameter whose operators have no device.
  std::string Of(const layer::Variable& param) const;

 private:
  absl::flat_hash_map<std::string, std::string> devices_;
};

}  // namespace paddle::backward
