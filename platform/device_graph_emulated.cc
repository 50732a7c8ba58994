#include <functional>
#include <memory>
#include <vector>

#include "paddle/platform/device_graph.h"
#include "paddle/platform/graph_recording.h"

namespace paddle::platform {
namespace {

class EmulatedGraph final : public DeviceGraph {
 public:
  explicit EmulatedGraph(internal::GraphRecording recording)
      : DeviceGraph(recording.reads_step),
        memory_(std::move(recording.memory)),
        work_(std::move(recording.emulated)) {}
  void Launch() const override {
    for (const auto& piece : work_) piece();
  }

 private:
  const internal::GraphMemory memory_;
  const std::vector<std::function<void()>> work_;
};

}  // namespace

std::unique_ptr<DeviceGraph> RecordGraph(const DeviceContext&,
                                         absl::FunctionRef<void()> submit,
                                         const GraphStep& step) {
  internal::GraphRecording recording;
  recording.step = step;
  if (!internal::Record(&recording, submit)) return nullptr;
  return std::make_unique<EmulatedGraph>(std::move(recording));
}

}  // namespace paddle::platform
