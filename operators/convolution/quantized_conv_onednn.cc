#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include <dnnl.hpp>

#include "paddle/operators/convolution/conv_bands.h"
#include "paddle/operators/convolution/conv_onednn.h"
#include "paddle/operators/convolution/quantized_conv_last.h"
#include "paddle/operators/convolution/quantized_plan.h"
#include "paddle/operators/math/blas/packed_order.h"
#include "paddle/operators/math/loops/thread_scratch.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Tensor;

bool IsFloat(DataType type) { return type == DataType::kFloat32; }

// True for activations f with f(a * x) = a * f(x), but for bounds.
bool IsLinear(FusedActivation f) {
  return f == FusedActivation::kNone || f == FusedActivation::kRelu ||
         f == FusedActivation::kRelu6;
}

// Says what the library is told of a call, and the bias in its units. The
// numbers are in scratch memory of the calling thread.
struct Finish {
  QuantizedFinish plan;
  const float* bias = nullptr;
};

// Fills in scales and bias; false if one of them is no normal number.
bool ScaleChannels(const ConvShape& s, const QuantizedConvOperands& in,
                   float output_scale, Finish* finish) {
  float* scales = ThreadScratch<float>(ScratchSlot::kTotal, 2 * s.filters);
  float* bias = scales + s.filters;
  bool normal = true;
  for (int64_t i = 0; i < s.filters; ++i) {
    const float product = in.input_scale * in.filter_scale[i];
    scales[i] = product / output_scale;
    bias[i] = in.bias == nullptr ? 0 : in.bias[i] / product;
    normal = normal && product > 0 && std::isnormal(product) &&
             std::isnormal(scales[i]) && std::isfinite(bias[i]);
  }
  finish->plan.scales = {scales, static_cast<size_t>(s.filters)};
  finish->bias = in.bias == nullptr ? nullptr : bias;
  return normal;
}

// Steps of the output are the units where the activation allows it; real
// numbers are, else.
bool MakeFinish(const ConvShape& s, const QuantizedConvOperands& in,
                Finish* finish) {
  QuantizedFinish& plan = finish->plan;
  plan.types = in.types;
  plan.bias = in.bias != nullptr;
  plan.activation = in.activation;
  const float early = IsLinear(in.activation) ? in.output_scale : 1;
  if (in.residual != nullptr) {
    // An integer residual of a float output is made float before.
    plan.residual = IsFloat(in.types.output) ? 1 : in.residual_scale / early;
  }
  plan.six = 6 / early;
  plan.last = early / in.output_scale;
  const bool normal = ScaleChannels(s, in, early, finish) &&
                      std::isnormal(plan.residual) && std::isnormal(plan.six) &&
                      std::isnormal(plan.last);
  SetHash(&plan);
  return normal;
}

// Returns the filter in the order of the plan, in memory that all parts read.
const void* OrderedFilter(QuantizedPlan* plan,
                          const QuantizedConvOperands& in) {
  if (in.packed != nullptr) {
    const void* packed = FindPacked(*in.packed, plan->filter.get_desc(),
                                    plan->slices * plan->packed_bytes());
    if (packed != nullptr) return packed;
  }
  void* shared =
      ThreadScratch(ScratchSlot::kShared, plan->slices * plan->packed_bytes());
  PackInto(plan, in.filter, shared);
  return shared;
}

// A call, with the filter in the order that the library wants.
struct Call {
  const ConvShape& shape;
  const QuantizedConvOperands& in;
  const Finish& finish;
  const char* filter;
  char* output;
  int64_t out_size;  // bytes of an element
};

// Puts `count` elements of the residual where the output will be.
void PlaceResidual(const Call& call, int64_t first, int64_t count,
                   char* output) {
  const QuantizedConvOperands& in = call.in;
  if (in.residual == nullptr) return;
  const DataType type = *in.types.residual;
  if (!IsFloat(in.types.output) || IsFloat(type)) {
    const char* from = static_cast<const char*>(in.residual);
    std::memcpy(output, from + first * call.out_size, count * call.out_size);
    return;
  }
  const auto widen = [&](const auto* from) {
    const float scale = in.residual_scale;
    std::transform(from + first, from + first + count,
                   reinterpret_cast<float*>(output),
                   [scale](auto x) { return static_cast<float>(x) * scale; });
  };
  if (type == DataType::kUInt8) {
    widen(static_cast<const uint8_t*>(in.residual));
  } else {
    widen(static_cast<const int8_t*>(in.residual));
  }
}

// Computes a band of an image, whose rows of the output are consecutive.
void ComputeBand(const Call& call, QuantizedPlan* plan, int64_t image,
                 int64_t index) {
  const ConvShape& s = call.shape;
  const ConvBand& rows = plan->parts[index].rows;
  const int64_t row = s.out[2] * s.filters;
  const int64_t first = image * s.output_size() + rows.begin * row;
  char* output = call.output + first * call.out_size;
  PlaceResidual(call, first, rows.count * row, output);
  RunPart(plan, index,
          static_cast<const char*>(call.in.input) + image * s.input_size() +
              rows.first * s.in[2] * s.channels,
          call.filter, call.finish.bias, output);
}

// Computes a slice of the filters for an image: a piece of each pixel, which
// the library computes side by side.
void ComputeSlice(const Call& call, QuantizedPlan* plan, int64_t image,
                  int64_t index) {
  const ConvShape& s = call.shape;
  const int64_t filters = plan->slice.filters, pixels = Volume(s.out);
  const int64_t bytes = filters * call.out_size;
  char* piece = ThreadScratch<char>(ScratchSlot::kPiece, pixels * bytes);
  const int64_t first = image * s.output_size() + index * filters;
  for (int64_t p = 0; p < pixels; ++p) {
    PlaceResidual(call, first + p * s.filters, filters, piece + p * bytes);
  }
  const float* bias = call.finish.bias;
  RunPart(plan, index,
          static_cast<const char*>(call.in.input) + image * s.input_size(),
          call.filter + index * plan->packed_bytes(),
          bias == nullptr ? nullptr : bias + index * filters, piece);
  for (int64_t p = 0; p < pixels; ++p) {
    std::memcpy(call.output + (first + p * s.filters) * call.out_size,
                piece + p * bytes, bytes);
  }
}

}  // namespace

bool QuantizedConvLast(const ConvShape& s, const QuantizedConvOperands& in,
                       void* output) {
  const bool widens = in.residual != nullptr && !IsFloat(in.types.output) &&
                      IsFloat(*in.types.residual);
  bool done = false;
  Finish finish;
  if (widens || !MakeFinish(s, in, &finish)) return false;
  GuardedConv(s, [&] {
    const auto plan = QuantizedPlanFor(s, finish.plan);
    if (plan == nullptr) return;
    const Call call{s,
                    in,
                    finish,
                    static_cast<const char*>(OrderedFilter(plan.get(), in)),
                    static_cast<char*>(output),
                    static_cast<int64_t>(framework::SizeOf(in.types.output))};
    const auto compute = plan->slices > 1 ? ComputeSlice : ComputeBand;
    ForEachPart(s, static_cast<int64_t>(plan->parts.size()),
                [&](int64_t image, int64_t part) {
                  // Each thread has primitives of its own.
                  const auto own = QuantizedPlanFor(s, finish.plan);
                  compute(call, own.get(), image, part);
                });
    done = true;
  });
  return done;
}

void PackQuantizedConvFilter(const ConvShape& s, const QuantizedTypes& types,
                             FusedActivation activation, const int8_t* filter,
                             Tensor* packed) {
  ClearPacked(packed);
  GuardedConv(s, [&] {
    // The order does not depend on numbers.
    const std::vector<float> ones(s.filters, 1);
    QuantizedFinish finish;
    finish.types = types;
    finish.bias = true;
    finish.activation = activation;
    finish.scales = ones;
    finish.residual = finish.last = IsFloat(types.output) ? 1 : 0.5;
    SetHash(&finish);
    const auto plan = QuantizedPlanFor(s, finish);
    if (plan == nullptr) return;
    void* to = NotePacked(plan->filter.get_desc(),
                          plan->slices * plan->packed_bytes(), packed);
    if (to != nullptr) PackInto(plan.get(), filter, to);
  });
}

}  // namespace paddle::operators::kernels
