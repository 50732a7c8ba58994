// The emulated GPU has done all work as soon as it is submitted.
#include "paddle/platform/device_graph.h"
#include "paddle/platform/device_mark.h"

namespace paddle::platform {

DeviceMark::DeviceMark(const CUDADeviceContext&) {
  RefuseWhileRecording("an order between two streams");
}

DeviceMark::~DeviceMark() = default;

bool DeviceMark::Passed() const { return true; }

void DeviceMark::Precede(const CUDADeviceContext&) const {}

}  // namespace paddle::platform
