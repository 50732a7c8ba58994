#include "paddle/operators/convolution/quantized_conv.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/fused_conv.h"
#include "paddle/operators/convolution/quantized_conv_last.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/loops/quantize.h"
#include "paddle/operators/math/windows/channels.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Tensor;

bool IsFloat(const Tensor& tensor) {
  return tensor.dtype() == DataType::kFloat32;
}

float ScaleOf(const Tensor* scale) {
  return scale == nullptr ? 1.f : scale->data<float>()[0];
}

// Returns false if the library does not compute it.
bool LibraryConv(const ConvShape& s, FusedActivation f,
                 const QuantizedConvInputs& in, const Tensor* packed,
                 Tensor* output) {
  if (s.filter_size() == 0 || s.input_size() == 0) return false;
  QuantizedConvOperands operands{};
  operands.types = {in.input.dtype(), output->dtype(), absl::nullopt};
  operands.input = in.input.raw_data();
  operands.input_scale = ScaleOf(&in.input_scale);
  operands.filter = in.filter.data<int8_t>();
  operands.filter_scale = in.filter_scale.data<float>();
  operands.bias = in.bias == nullptr ? nullptr : in.bias->data<float>();
  operands.residual_scale = operands.output_scale = 1;
  if (in.residual != nullptr) {
    operands.types.residual = in.residual->dtype();
    operands.residual = in.residual->raw_data();
    if (!IsFloat(*in.residual)) {
      operands.residual_scale = ScaleOf(in.residual_scale);
    }
  }
  if (!IsFloat(*output)) operands.output_scale = ScaleOf(in.output_scale);
  operands.packed = packed;
  operands.activation = f;
  return QuantizedConvLast(s, operands, output->raw_mutable_data());
}

// Returns the real numbers that integers of either type stand for.
template <class Device>
Tensor RealNumbers(const Device& device, const Tensor& integers,
                   const Tensor& scale, memory::Allocator* allocator) {
  Tensor real;
  real.Allocate(integers.dims(), DataType::kFloat32, allocator);
  // Filters have a scale for each index of their axis 0.
  if (integers.dtype() == DataType::kUInt8) {
    Dequantize<Device, uint8_t>(device, integers, scale, nullptr, 0, &real);
  } else {
    Dequantize<Device, int8_t>(device, integers, scale, nullptr, 0, &real);
  }
  return real;
}

template <class Device>
void RealConv(const Device& device, const ConvAttributes& attributes,
              FusedActivation f, const QuantizedConvInputs& in,
              memory::Allocator* allocator, Workspace workspace,
              Tensor* output) {
  const Tensor input = RealNumbers(device, in.input, in.input_scale, allocator);
  const Tensor filter =
      RealNumbers(device, in.filter, in.filter_scale, allocator);
  Tensor widened;
  const Tensor* residual = in.residual;
  if (residual != nullptr && !IsFloat(*residual)) {
    widened = RealNumbers(device, *residual, *in.residual_scale, allocator);
    residual = &widened;
  }
  const FusedConvInputs real{input,    filter,  in.bias,
                             residual, nullptr, nullptr};
  if (IsFloat(*output)) {
    return FusedConv<Device, float>(device, attributes, f, real, allocator,
                                    workspace, output);
  }
  Tensor result;
  result.Allocate(output->dims(), DataType::kFloat32, allocator);
  FusedConv<Device, float>(device, attributes, f, real, allocator, workspace,
                           &result);
  Quantize<Device, float>(device, result, *in.output_scale, nullptr, 0, output);
}

}  // namespace

template <class Device, class T>
void QuantizedConv(const Device& device, const ConvAttributes& attributes,
                   FusedActivation activation, const QuantizedConvInputs& in,
                   const Tensor* packed, memory::Allocator* allocator,
                   Workspace workspace, Tensor* output) {
  if (output->numel() == 0) return;
  if constexpr (!platform::kIsCUDA<Device>) {
    const ConvShape s =
        attributes.ShapeOf(ChannelsFirst(in.input.dims()), in.filter.dims(),
                           ChannelsFirst(output->dims()));
    if (LibraryConv(s, activation, in, packed, output)) return;
  }
  RealConv(device, attributes, activation, in, allocator, workspace, output);
}

template <class Device>
void PackQuantized(const Device& device, const ConvAttributes& attributes,
                   const std::vector<int64_t>& image,
                   FusedActivation activation, const std::string& input_dtype,
                   const std::string& output_dtype,
                   const std::string& residual_dtype, const Tensor& filter,
                   Tensor* packed) {
  if constexpr (platform::kIsCUDA<Device>) {
    Fill(device, framework::Number(0.0), packed);
  } else {
    QuantizedTypes types{framework::ParseDataType(input_dtype),
                         framework::ParseDataType(output_dtype), absl::nullopt};
    if (!residual_dtype.empty()) {
      types.residual = framework::ParseDataType(residual_dtype);
    }
    PackQuantizedConvFilter(PackedShape(attributes, image, filter.dims()),
                            types, activation, filter.data<int8_t>(), packed);
  }
}

PADDLE_INSTANTIATE(QuantizedConv, PADDLE_TARGET_DEVICE, int8_t, uint8_t);
PADDLE_INSTANTIATE_ONE(PackQuantized<PADDLE_TARGET_DEVICE>);

}  // namespace paddle::operators::kernels
