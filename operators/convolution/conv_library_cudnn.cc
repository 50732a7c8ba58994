#include <cudnn.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "paddle/operators/convolution/conv_cudnn.h"
#include "paddle/operators/convolution/conv_key.h"
#include "paddle/operators/convolution/conv_library.h"
#include "paddle/operators/convolution/conv_library_sizes.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/cudnn.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {
namespace {

using platform::CudnnTakes;
using platform::DeviceContext;

// The limit that conv_library.h promises.
constexpr size_t kMaxWorkspace = size_t{256} << 20;

template <typename Computation>
struct Plan {
  ConvDescriptors descriptors;
  typename Computation::Algorithm algorithm;
  size_t bytes = 0;
};

// Chooses the first suitable algorithm in cuDNN's order; false if there is
// none. The heuristics also name algorithms that would be refused later: each
// is asked for its workspace.
template <typename Computation>
bool Choose(cudnnHandle_t handle, Plan<Computation>* plan) {
  int count = 0;
  typename Computation::Found found[Computation::kAlgorithms];
  if (!CudnnTakes(Computation::Find(handle, plan->descriptors, &count, found),
                  "asking for algorithms of a convolution")) {
    return false;
  }
  for (int i = 0; i < count; ++i) {
    plan->algorithm = found[i].algo;
    if (found[i].status == CUDNN_STATUS_SUCCESS &&
        found[i].determinism == CUDNN_DETERMINISTIC &&
        Computation::IsPlain(plan->algorithm) &&
        CudnnTakes(Computation::Bytes(handle, plan->descriptors,
                                      plan->algorithm, &plan->bytes),
                   "asking for the workspace of a convolution") &&
        plan->bytes <= kMaxWorkspace) {
      return true;
    }
  }
  return false;
}

// Returns the plan for a shape, or null if cuDNN has no suitable algorithm;
// both are remembered. To be called by one thread at a time.
template <typename T, typename Computation>
const Plan<Computation>* PlanFor(cudnnHandle_t handle, int device,
                                 const ConvShape& shape,
                                 const ConvLibrarySizes& sizes) {
  using P = Plan<Computation>;
  constexpr size_t kMaxPlans = 1024;
  static auto* const plans =
      new absl::flat_hash_map<ConvKey, std::unique_ptr<P>>;
  const ConvKey key = ConvKeyOf(shape, device);
  const auto found = plans->find(key);
  if (found != plans->end()) return found->second.get();
  if (plans->size() >= kMaxPlans) plans->clear();
  auto plan = std::make_unique<P>();
  const bool fits =
      Describe<T>(sizes, plan->descriptors) && Choose(handle, plan.get());
  if (!fits) plan.reset();
  return plans->emplace(key, std::move(plan)).first->second.get();
}

template <typename Computation, typename T>
bool Compute(const DeviceContext& device, const ConvShape& shape, const T* a,
             const T* b, Workspace workspace, T* out) {
  const std::optional<ConvLibrarySizes> sizes = ConvForLibrary(shape);
  if (!sizes.has_value()) return false;
  // In the type that cuDNN reads them in: double for doubles, else float.
  const platform::Accumulator<T> one = 1, zero = 0;
  bool done = false;
  const auto& context = platform::CUDAContext(device);
  platform::WithCudnn(context, [&](cudnnHandle_t handle) {
    const auto* plan = PlanFor<T, Computation>(handle, context.place().device(),
                                               shape, *sizes);
    if (plan == nullptr) return;
    void* space = plan->bytes == 0 ? nullptr : workspace(plan->bytes);
    done = CudnnTakes(
        Computation::Run(handle, plan->descriptors, plan->algorithm,
                         plan->bytes, {&one, &zero, a, b, out, space}),
        "a convolution");
  });
  return done;
}

}  // namespace

template <typename T>
bool LibraryConv(const DeviceContext& device, const ConvShape& shape,
                 const T* input, const T* filter, Workspace workspace,
                 T* output) {
  return Compute<CudnnConvForward>(device, shape, input, filter, workspace,
                                   output);
}

template <typename T>
bool LibraryConvBackwardInput(const DeviceContext& device,
                              const ConvShape& shape, const T* filter,
                              const T* d_output, Workspace workspace,
                              T* d_input) {
  return Compute<CudnnConvBackwardInput>(device, shape, filter, d_output,
                                         workspace, d_input);
}

template <typename T>
bool LibraryConvBackwardFilter(const DeviceContext& device,
                               const ConvShape& shape, const T* input,
                               const T* d_output, Workspace workspace,
                               T* d_filter) {
  return Compute<CudnnConvBackwardFilter>(device, shape, input, d_output,
                                          workspace, d_filter);
}

#define INSTANTIATE(T)                                                   \
  template bool LibraryConv<T>(const DeviceContext&, const ConvShape&,   \
                               const T*, const T*, Workspace, T*);       \
  template bool LibraryConvBackwardInput<T>(const DeviceContext&,        \
                                            const ConvShape&, const T*,  \
                                            const T*, Workspace, T*);    \
  template bool LibraryConvBackwardFilter<T>(const DeviceContext&,       \
                                             const ConvShape&, const T*, \
                                             const T*, Workspace, T*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)

}  // namespace paddle::operators::kernels
