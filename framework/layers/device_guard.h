// Says on which device of a job operators run.
#pragma once

#include <string>

#include "paddle/framework/layers/guard_stack.h"

namespace paddle::layer {

// Returns the device of operators that do not set their own: that of the
// calling thread's last DeviceGuard, or "".
std::string CurrentDevice();

// Gives operators that do not set their own device this one during its
// lifetime, as in {const DeviceGuard stage("stage:1"); ...}; "" none. Throws
// InvalidArgument for a name that is no device; see device_name.h.
class DeviceGuard {
 public:
  explicit DeviceGuard(std::string device);
  DeviceGuard(const DeviceGuard&) = delete;
  DeviceGuard& operator=(const DeviceGuard&) = delete;

  // Throws FailedPrecondition, saying why, unless it is the last guard of the
  // calling thread, and so the one that must end next.
  void CheckEndsNext() const;

 private:
  struct Device {
    std::string name;
  };
  friend std::string CurrentDevice();

  GuardStack<Device>::Entry entry_;
};

}  // namespace paddle::layer
