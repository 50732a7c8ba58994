#include <vector>

#include "paddle/memory/copy.h"
#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/sequence/sequence_pad.h"
#include "paddle/platform/place.h"

namespace paddle::operators {
namespace {

using framework::Tensor;

template <class Device, class T>
void SequencePad(const Device& device, const Tensor& x,
                 kernels::Offsets offsets, const Tensor& value, Tensor* out,
                 Tensor* length) {
  kernels::SequencePad<Device, T>(device, x, offsets, &value, out);
  // Lengths come from the LoD, on the host, and not from data on the device: no
  // need to wait for the GPU.
  std::vector<int64_t> lengths;
  for (size_t i = 1; i < offsets.size(); ++i) {
    lengths.push_back(offsets[i] - offsets[i - 1]);
  }
  memory::CopyAsync(length->place(), length->mutable_data<int64_t>(),
                    platform::CPUPlace(), lengths.data(), length->bytes());
}

constexpr absl::string_view kNames[] = {"X", "X", "PadValue", "Out", "Length"};

}  // namespace

REGISTER_FUNCTION_KERNEL(sequence_pad, SequencePad, kNames, float, double,
                         int32_t, int64_t);

}  // namespace paddle::operators
