#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/structured/edit_distance.h"
#include "paddle/operators/structured/levenshtein.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

using framework::Tensor;

// One thread per pair: rows of the table depend on each other, pairs do not.
void EditDistanceOnCUDA(const platform::CUDADeviceContext& device,
                        const Tensor& hyps, Offsets hyp_offsets,
                        const Tensor& refs, Offsets ref_offsets,
                        bool normalized, Workspace workspace, Tensor* out,
                        int64_t* number) {
  const int64_t count = static_cast<int64_t>(hyp_offsets.size()) - 1;
  const DeviceCopy hyp_copy(device, hyp_offsets);
  const DeviceCopy ref_copy(device, ref_offsets);
  const int64_t* of_hyps = hyp_copy.data();
  const int64_t* of_refs = ref_copy.data();
  const int64_t room = ref_offsets.back() + count;
  auto* rows = static_cast<int64_t*>(workspace(room * sizeof(int64_t)));
  const int64_t* a = hyps.data<int64_t>();
  const int64_t* b = refs.data<int64_t>();
  float* to = out->mutable_data<float>();
  platform::ForEach(device, count, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t size = of_refs[i + 1] - of_refs[i];
    const int64_t distance =
        Levenshtein(a + of_hyps[i], of_hyps[i + 1] - of_hyps[i], b + of_refs[i],
                    size, rows + of_refs[i] + i);
    to[i] = DistanceOf(distance, size, normalized);
  });
  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) { *number = count; });
}

}  // namespace paddle::operators::kernels
