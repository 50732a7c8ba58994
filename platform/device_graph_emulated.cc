#include "paddle/platform/device_graph.h"
#include "paddle/platform/graph_recording.h"

namespace paddle::platform {
namespace {

class EmulatedGraph final : public DeviceGraph {
 public:
  explicit EmulatedGraph(std::vector<std::function<void()>> work)
      : work_(std::move(work)) {}
  void Launch() const override {
    for (const auto& piece : work_) piece();
  }

 private:
  const std::vector<std::function<void()>> work_;
};

}  // namespace

std::unique_ptr<DeviceGraph> RecordGraph(const DeviceContext&,
                                         absl::FunctionRef<void()> submit) {
  internal::GraphRecording recording;
  if (!internal::Record(&recording, submit)) return nullptr;
  return std::make_unique<EmulatedGraph>(std::move(recording.emulated));
}

}  // namespace paddle::platform
