#include "paddle/operators/convolution/conv_nhwc.h"

#include "paddle/operators/math/windows/channels.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <class Device, class T>
bool ComputesAsIs(const ConvShape& shape) {
  return !platform::kIsCUDA<Device> && TakesChannelsLast<T>(shape);
}

ConvShape ShapeOf(const ConvAttributes& a, const Tensor& input,
                  const Tensor& filter, const Tensor& output) {
  return a.ShapeOf(ChannelsFirst(input.dims()), filter.dims(),
                   ChannelsFirst(output.dims()));
}

// Returns room for images like these, with their channels first.
Tensor TurnedRoom(const Tensor& images, memory::Allocator* allocator) {
  Tensor room;
  room.Allocate(ChannelsFirst(images.dims()), images.dtype(), allocator);
  return room;
}

}  // namespace

template <class Device, class T>
void ConvNhwc(const Device& device, const ConvAttributes& attributes,
              const Tensor& input, const Tensor& filter,
              memory::Allocator* allocator, Workspace workspace,
              Tensor* output) {
  ConvShape shape = ShapeOf(attributes, input, filter, *output);
  if (ComputesAsIs<Device, T>(shape)) {
    shape.channels_last = true;
    return Conv<Device, T>(device, shape, input, filter, workspace, output);
  }
  Tensor result = TurnedRoom(*output, allocator);
  Conv<Device, T>(device, shape, TurnedFirst(device, input, allocator), filter,
                  workspace, &result);
  TurnLast(device, result, output);
}

template <class Device, class T>
void ConvNhwcGrad(const Device& device, const ConvAttributes& attributes,
                  const Tensor& input, const Tensor& filter,
                  memory::Allocator* allocator, const Tensor& d_output,
                  Workspace workspace, Tensor* d_input, Tensor* d_filter) {
  ConvShape shape = ShapeOf(attributes, input, filter, d_output);
  shape.channels_last = ComputesAsIs<Device, T>(shape);
  const bool turns = !shape.channels_last;
  const Tensor dy = turns ? TurnedFirst(device, d_output, allocator) : d_output;
  if (d_input != nullptr) {
    Tensor turned;
    if (turns) turned = TurnedRoom(*d_input, allocator);
    ConvBackwardInput<Device, T>(device, shape, filter, dy, workspace,
                                 turns ? &turned : d_input);
    if (turns) TurnLast(device, turned, d_input);
  }
  if (d_filter != nullptr) {
    ConvBackwardFilter<Device, T>(
        device, shape, turns ? TurnedFirst(device, input, allocator) : input,
        dy, workspace, d_filter);
  }
}

PADDLE_INSTANTIATE(ConvNhwc, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE(ConvNhwcGrad, PADDLE_TARGET_DEVICE, float, double);

}  // namespace paddle::operators::kernels
