#include <cuda_runtime_api.h>

#include <memory>

#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/cuda_status.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/graph_recording.h"

namespace paddle::platform {
namespace {

class CUDAGraph final : public DeviceGraph {
 public:
  CUDAGraph(const CUDADeviceContext& context, cudaGraph_t graph,
            internal::GraphRecording* recording)
      : DeviceGraph(recording->reads_step),
        context_(context),
        memory_(std::move(recording->memory)) {
    const cudaError_t status = cudaGraphInstantiate(&graph_, graph, 0);
    cudaGraphDestroy(graph);
    CheckCUDA(status, "making a graph");
  }
  ~CUDAGraph() override {
    cudaGraphExecDestroy(graph_);
    // A launch may still be reading the copies. Scratch memory needs no wait:
    // it is freed in stream order.
    if (!memory_.copies.empty()) cudaStreamSynchronize(context_.stream());
  }
  void Launch() const override {
    context_.Select();
    CheckCUDA(cudaGraphLaunch(graph_, context_.stream()), "launching a graph");
  }

 private:
  const CUDADeviceContext& context_;
  const internal::GraphMemory memory_;
  cudaGraphExec_t graph_ = nullptr;
};

// A stream that captures what is submitted to it.
class CollectingStream {
 public:
  explicit CollectingStream(internal::GraphRecording* recording)
      : recording_(*recording) {
    CheckCUDA(
        cudaStreamCreateWithFlags(&recording_.stream, cudaStreamNonBlocking),
        "creating a stream");
    const cudaError_t status = cudaStreamBeginCapture(
        recording_.stream, cudaStreamCaptureModeThreadLocal);
    if (status != cudaSuccess) cudaStreamDestroy(recording_.stream);
    CheckCUDA(status, "beginning a graph");
  }
  ~CollectingStream() {
    // An abandoned capture would be an error that the next launch reports.
    if (const cudaGraph_t graph = End()) cudaGraphDestroy(graph);
    cudaStreamDestroy(recording_.stream);
  }

  // Returns null if something submitted cannot be captured, and the second
  // time.
  cudaGraph_t End() {
    if (ended_) return nullptr;
    ended_ = true;
    cudaGraph_t graph = nullptr;
    if (cudaStreamEndCapture(recording_.stream, &graph) == cudaSuccess) {
      return graph;
    }
    cudaGetLastError();  // clears it, or the next call would report it again
    return nullptr;
  }

 private:
  internal::GraphRecording& recording_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<DeviceGraph> RecordGraph(const DeviceContext& context,
                                         absl::FunctionRef<void()> submit,
                                         const GraphStep& step) {
  const CUDADeviceContext& device = CUDAContext(context);
  device.Select();
  internal::GraphRecording recording;
  recording.step = step;
  CollectingStream stream(&recording);
  if (!internal::Record(&recording, submit)) return nullptr;
  const cudaGraph_t graph = stream.End();
  if (graph == nullptr) return nullptr;
  return std::make_unique<CUDAGraph>(device, graph, &recording);
}

}  // namespace paddle::platform
