#include "paddle/operators/convolution/fused_conv.h"

#include <type_traits>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/conv_last.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/windows/channels.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

template <typename T>
const T* DataOf(const Tensor* tensor) {
  return tensor == nullptr ? nullptr : tensor->data<T>();
}

template <class Device, class T>
void TurnedConv(const Device& device, const ConvShape& s, ConvActivation f,
                const FusedConvInputs& in, memory::Allocator* allocator,
                Workspace workspace, Tensor* output) {
  const Tensor images = TurnedFirst(device, in.input, allocator);
  Tensor result;
  result.Allocate(ChannelsFirst(output->dims()), output->dtype(), allocator);
  Conv<Device, T>(device, s, images, in.filter, workspace, &result);
  FinishTurned<Device, T>(device, {s.batch, s.filters, Volume(s.out)}, f,
                          result.data<T>(), DataOf<T>(in.bias),
                          DataOf<T>(in.residual), output->mutable_data<T>());
}

// Returns false if the library does not compute it.
bool LibraryConvLast(const ConvShape& s, ConvActivation f,
                     const FusedConvInputs& in, Tensor* output) {
  if (s.filter_size() == 0 || s.input_size() == 0) return false;
  const float* residual = DataOf<float>(in.residual);
  float* out = output->mutable_data<float>();
  // With a residual the activation has to wait.
  const ConvActivation early = residual == nullptr ? f : ConvActivation::kNone;
  return FloatConvLast(
      s,
      {in.input.data<float>(), in.filter.data<float>(), DataOf<float>(in.bias),
       in.packed, early},
      [&](int64_t first, int64_t count) {
        FinishRun(f, count, residual == nullptr ? nullptr : residual + first,
                  out + first);
      },
      out);
}

}  // namespace

template <class Device, class T>
void FusedConv(const Device& device, const ConvAttributes& attributes,
               ConvActivation activation, const FusedConvInputs& in,
               memory::Allocator* allocator, Workspace workspace,
               Tensor* output) {
  if (output->numel() == 0) return;
  const ConvShape s =
      attributes.ShapeOf(ChannelsFirst(in.input.dims()), in.filter.dims(),
                         ChannelsFirst(output->dims()));
  if constexpr (!platform::kIsCUDA<Device> && std::is_same_v<T, float>) {
    if (LibraryConvLast(s, activation, in, output)) return;
  }
  TurnedConv<Device, T>(device, s, activation, in, allocator, workspace,
                        output);
}

template <class Device>
void PackFilter(const Device& device, const ConvAttributes& attributes,
                const std::vector<int64_t>& image, const Tensor& filter,
                Tensor* packed) {
  if constexpr (platform::kIsCUDA<Device>) {
    Fill(device, framework::Number(0.0), packed);
  } else {
    PackConvFilter(PackedShape(attributes, image, filter.dims()),
                   filter.data<float>(), packed);
  }
}

PADDLE_INSTANTIATE(FusedConv, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE_ONE(PackFilter<PADDLE_TARGET_DEVICE>);

}  // namespace paddle::operators::kernels
