#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/structured/edit_distance.h"

namespace paddle::operators {
namespace {

using framework::Tensor;
using kernels::Offsets;

template <class Device, class T>
void EditDistance(const Device& device, const Tensor& hyps,
                  Offsets hyp_sequences, const Tensor& refs,
                  Offsets ref_sequences, bool normalized,
                  kernels::Workspace workspace, Tensor* out, Tensor* number) {
  kernels::EditDistance(device, hyps, hyp_sequences, refs, ref_sequences,
                        normalized, workspace, out,
                        number->mutable_data<int64_t>());
}

constexpr absl::string_view kNames[] = {
    "Hyps", "Hyps", "Refs", "Refs", "normalized", "Out", "SequenceNum"};

}  // namespace

REGISTER_FUNCTION_KERNEL(edit_distance, EditDistance, kNames, int64_t);

}  // namespace paddle::operators
