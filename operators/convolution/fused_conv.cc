#include "paddle/operators/convolution/fused_conv.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/conv_finish.h"
#include "paddle/operators/convolution/conv_last.h"
#include "paddle/operators/convolution/depthwise_last.h"
#include "paddle/operators/convolution/pointwise_last.h"
#include "paddle/operators/convolution/winograd_last.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/loops/half_tensor.h"
#include "paddle/operators/math/windows/channels.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/half_arithmetic.h"
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

// Writes the filter, each one times its scale, to `scaled`.
template <class Device, class T>
void ScaleAll(const Device& device, const Tensor& filter, const Tensor& scale,
              T* scaled) {
  const int64_t filters = filter.dims()[0];
  ScaleFilters<Device, T>(device, filters, filter.numel() / filters,
                          filter.data<T>(), scale.data<T>(), scaled);
}

// Returns the filter, each one times its scale, if there are any, in memory of
// `allocator`.
template <class Device, class T>
Tensor ScaledFilter(const Device& device, const Tensor& filter,
                    const Tensor* scale, memory::Allocator* allocator) {
  if (scale == nullptr) return filter;
  Tensor scaled;
  scaled.Allocate(filter.dims(), filter.dtype(), allocator);
  if constexpr (platform::kIsHalf<T>) {
    const Tensor wide = WidenedTensor<Device, T>(device, filter, allocator);
    const Tensor factors = WidenedTensor<Device, T>(device, *scale, allocator);
    RoundTensor<Device, T>(
        device, ScaledFilter<Device, float>(device, wide, &factors, allocator),
        &scaled);
  } else {
    ScaleAll<Device, T>(device, filter, *scale, scaled.mutable_data<T>());
  }
  return scaled;
}

// As above, in the workspace, which the filters of a whole net share.
template <class Device>
const float* ScaledValues(const Device& device, const Tensor& filter,
                          const Tensor* scale, Workspace workspace) {
  if (scale == nullptr) return filter.data<float>();
  auto* const scaled = static_cast<float*>(workspace(filter.bytes()));
  ScaleAll<Device, float>(device, filter, *scale, scaled);
  return scaled;
}

template <class Device, class T>
void TurnedConv(const Device& device, const ConvShape& s, FusedActivation f,
                const FusedConvInputs& in, memory::Allocator* allocator,
                Workspace workspace, Tensor* output) {
  const Tensor images = TurnedFirst(device, in.input, allocator);
  Tensor result;
  result.Allocate(ChannelsFirst(output->dims()), output->dtype(), allocator);
  const Tensor filter =
      ScaledFilter<Device, T>(device, in.filter, in.scale, allocator);
  Conv<Device, T>(device, s, images, filter, workspace, &result);
  FinishTurned<Device, T>(device, {s.batch, s.filters, Volume(s.out)}, f,
                          result.data<T>(), DataOf<T>(in.bias),
                          DataOf<T>(in.residual), output->mutable_data<T>());
}

// True for types of which the library may have code.
template <class Device, class T>
constexpr bool kIsInLibrary =
    !platform::kIsCUDA<Device> &&
    (std::is_same_v<T, float> || std::is_same_v<T, platform::bfloat16>);

// Code of our own for some shapes: what tells them, computes them, and packs
// their filters; and whether it adds residuals itself.
template <typename T>
struct OwnCode {
  bool (*has)(const ConvShape& shape);
  void (*run)(const ConvShape& shape, const ConvLastOperands<T>& operands,
              ConvFinish<T> finish, T* output);
  void (*pack)(const ConvShape& shape, const T* filter, Tensor* packed);
  bool adds_residual;
};
constexpr OwnCode<float> kFloatCodes[] = {
    {HasWinogradLast<float>, WinogradLast<float>, PackWinogradFilter<float>,
     true},
    {HasDepthwiseLast, DepthwiseLast, PackDepthwiseFilter, false},
    {HasPointwiseLast, PointwiseLast, PackPointwiseFilter, true},
};
constexpr OwnCode<platform::bfloat16> kBFloat16Codes[] = {
    {HasWinogradLast<platform::bfloat16>, WinogradLast<platform::bfloat16>,
     PackWinogradFilter<platform::bfloat16>, true},
};

// Returns null if there is none for a shape.
template <typename T>
const OwnCode<T>* FindOwnCode(const ConvShape& s) {
  const auto find = [&s](const auto& codes) -> const OwnCode<T>* {
    for (const auto& code : codes) {
      if (code.has(s)) return &code;
    }
    return nullptr;
  };
  if constexpr (std::is_same_v<T, float>) {
    return find(kFloatCodes);
  } else {
    return find(kBFloat16Codes);
  }
}

// Returns false if the library does not compute it.
template <class Device, class T>
bool LibraryConvLast(const Device& device, const ConvShape& s,
                     FusedActivation f, const FusedConvInputs& in,
                     memory::Allocator* allocator, Tensor* output) {
  if (s.filter_size() == 0 || s.input_size() == 0) return false;
  const OwnCode<T>* const code = FindOwnCode<T>(s);
  const bool in_code = code != nullptr && code->adds_residual;
  const T* const given = DataOf<T>(in.residual);
  const T* const residual = in_code ? nullptr : given;
  T* out = output->mutable_data<T>();
  // With a residual to come the activation has to wait.
  const FusedActivation early =
      residual == nullptr ? f : FusedActivation::kNone;
  Tensor scaled;
  const auto filter = [&] {
    scaled = ScaledFilter<Device, T>(device, in.filter, in.scale, allocator);
    return std::as_const(scaled).data<T>();
  };
  const ConvLastOperands<T> operands{
      in.input.data<T>(), filter, DataOf<T>(in.bias),
      in.packed,          early,  in_code ? given : nullptr};
  const auto finish = [&](int64_t first, int64_t count, const T* from) {
    const T* more = residual == nullptr ? nullptr : residual + first;
    if constexpr (!platform::kIsHalf<T>) {
      if (from != out + first) {
        return FinishRun<T>(f, count, from, more, out + first);
      }
    } else if (from != out + first) {
      std::copy_n(from, count, out + first);
    }
    FinishRun<T>(f, count, more, out + first);
  };
  if (code != nullptr) {
    code->run(s, operands, finish, out);
    return true;
  }
  return ConvLast<T>(s, operands, finish, out);
}

// Computes 16-bit types in float, from copies in memory of `allocator`.
template <class Device, class T>
void ThroughFloat(const Device& device, const ConvAttributes& attributes,
                  FusedActivation f, const FusedConvInputs& in,
                  memory::Allocator* allocator, Workspace workspace,
                  Tensor* output) {
  const auto widened = [&](const Tensor* x) {
    return x == nullptr ? Tensor()
                        : WidenedTensor<Device, T>(device, *x, allocator);
  };
  // Rounded after it is scaled, as one that is packed.
  const Tensor scaled =
      ScaledFilter<Device, T>(device, in.filter, in.scale, allocator);
  const Tensor input = widened(&in.input), filter = widened(&scaled);
  const Tensor bias = widened(in.bias), residual = widened(in.residual);
  Tensor result;
  result.Allocate(output->dims(), framework::DataType::kFloat32, allocator);
  FusedConv<Device, float>(
      device, attributes, f,
      {input, filter, in.bias == nullptr ? nullptr : &bias,
       in.residual == nullptr ? nullptr : &residual, nullptr, nullptr},
      allocator, workspace, &result);
  RoundTensor<Device, T>(device, result, output);
}

}  // namespace

template <class Device, class T>
void FusedConv(const Device& device, const ConvAttributes& attributes,
               FusedActivation activation, const FusedConvInputs& in,
               memory::Allocator* allocator, Workspace workspace,
               Tensor* output) {
  if (output->numel() == 0) return;
  ConvShape s =
      attributes.ShapeOf(ChannelsFirst(in.input.dims()), in.filter.dims(),
                         ChannelsFirst(output->dims()));
  s.each_alone = true;
  if constexpr (kIsInLibrary<Device, T>) {
    if (LibraryConvLast<Device, T>(device, s, activation, in, allocator,
                                   output)) {
      return;
    }
  }
  if constexpr (platform::kIsHalf<T>) {
    ThroughFloat<Device, T>(device, attributes, activation, in, allocator,
                            workspace, output);
  } else {
    TurnedConv<Device, T>(device, s, activation, in, allocator, workspace,
                          output);
  }
}

template <class Device, class T>
void PackFilter(const Device& device, const ConvAttributes& attributes,
                const std::vector<int64_t>& image, const Tensor& filter,
                const Tensor* scale, memory::Allocator* allocator,
                Workspace workspace, Tensor* packed) {
  if constexpr (platform::kIsCUDA<Device>) {
    Fill(device, framework::Number(0.0), packed);
  } else {
    const ConvShape s = PackedShape(attributes, image, filter.dims());
    Tensor scaled;
    const T* values;
    if constexpr (platform::kIsHalf<T>) {
      scaled = ScaledFilter<Device, T>(device, filter, scale, allocator);
      values = std::as_const(scaled).template data<T>();
    } else {
      values = ScaledValues(device, filter, scale, workspace);
    }
    if (const auto* code = FindOwnCode<T>(s)) {
      return code->pack(s, values, packed);
    }
    PackConvFilter<T>(s, values, packed);
  }
}

PADDLE_INSTANTIATE(FusedConv, PADDLE_TARGET_DEVICE, float, double,
                   platform::bfloat16);
PADDLE_INSTANTIATE(PackFilter, PADDLE_TARGET_DEVICE, float, platform::bfloat16);

}  // namespace paddle::operators::kernels
