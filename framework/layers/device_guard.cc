#include "paddle/framework/layers/device_guard.h"

#include <utility>

#include "paddle/framework/ir/device_name.h"

namespace paddle::layer {

std::string CurrentDevice() {
  const auto last = GuardStack<DeviceGuard::Device>::FindLast(
      [](const DeviceGuard::Device&) { return true; });
  return last.has_value() ? last->name : "";
}

DeviceGuard::DeviceGuard(std::string device)
    : entry_([&]() -> Device {
        if (!device.empty()) framework::ParseDeviceName(device);
        return {std::move(device)};
      }()) {}

void DeviceGuard::CheckEndsNext() const { entry_.CheckEndsNext("a device"); }

}  // namespace paddle::layer
