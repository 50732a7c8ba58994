#include "paddle/operators/structured/edit_distance.h"

#include <algorithm>

#include "paddle/operators/structured/levenshtein.h"
#include "paddle/operators/structured/sequence_groups.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
// Checked on the host before anything runs: lengths are part of the LoD.
void EnforceNotEmpty(Offsets refs) {
  for (size_t i = 1; i < refs.size(); ++i) {
    PADDLE_ENFORCE(refs[i] > refs[i - 1], InvalidArgument, "sequence ", i - 1,
                   " of Refs is empty: no distance can be normalised by it");
  }
}

[[maybe_unused]] int64_t Longest(Offsets offsets) {
  int64_t longest = 0;
  for (size_t i = 1; i < offsets.size(); ++i) {
    longest = std::max(longest, offsets[i] - offsets[i - 1]);
  }
  return longest;
}

}  // namespace

template <class Device>
void EditDistance(const Device& device, const Tensor& hyps, Offsets hyp_offsets,
                  const Tensor& refs, Offsets ref_offsets, bool normalized,
                  Workspace workspace, Tensor* out, int64_t* number) {
  if (normalized) EnforceNotEmpty(ref_offsets);
  if constexpr (platform::kIsCUDA<Device>) {
    EditDistanceOnCUDA(device, hyps, hyp_offsets, refs, ref_offsets, normalized,
                       workspace, out, number);
  } else {
    *number = static_cast<int64_t>(hyp_offsets.size()) - 1;
    const int64_t longest = Longest(ref_offsets);
    auto* const rows = static_cast<int64_t*>(
        workspace(GroupsOf(hyp_offsets) * (longest + 1) * sizeof(int64_t)));
    const int64_t* a = hyps.data<int64_t>();
    const int64_t* b = refs.data<int64_t>();
    auto* to = out->mutable_data<float>();
    ForEachGroup(
        hyp_offsets, longest, [&](int64_t group, int64_t i, int64_t last) {
          for (; i < last; ++i) {
            const int64_t size = ref_offsets[i + 1] - ref_offsets[i];
            const int64_t distance = Levenshtein(
                a + hyp_offsets[i], hyp_offsets[i + 1] - hyp_offsets[i],
                b + ref_offsets[i], size, rows + group * (longest + 1),
                &platform::CheckCancellation);
            to[i] = DistanceOf(distance, size, normalized);
          }
        });
  }
}

PADDLE_INSTANTIATE_ONE(EditDistance<PADDLE_TARGET_DEVICE>);

}  // namespace paddle::operators::kernels
