#include "paddle/operators/convolution/conv_finish.h"

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

// Outputs that are worth a thread.
constexpr int64_t kGrain = 32 * 1024;

constexpr struct {
  const char* name;
  ConvActivation value;
} kActivations[] = {
    {"", ConvActivation::kNone},
    {"relu", ConvActivation::kRelu},
    {"relu6", ConvActivation::kRelu6},
    {"sigmoid", ConvActivation::kSigmoid},
    {"tanh", ConvActivation::kTanh},
    {"swish", ConvActivation::kSwish},
    {"hard_swish", ConvActivation::kHardSwish},
};

// The sums of one pixel.
template <typename T>
void AddPixel(const TurnedImages& s, const T* from, const T* bias,
              const T* residual, T* out) {
  for (int64_t c = 0; c < s.channels; ++c) {
    T sum = from[c * s.pixels];
    if (bias != nullptr) sum += bias[c];
    if (residual != nullptr) sum += residual[c];
    out[c] = sum;
  }
}

}  // namespace

void ParseAttribute(absl::string_view name, ConvActivation* value) {
  for (const auto& known : kActivations) {
    if (name != known.name) continue;
    *value = known.value;
    return;
  }
  PADDLE_THROW(InvalidArgument, "\"", name,
               "\" is no activation of a convolution: it has \"\", relu, "
               "relu6, sigmoid, tanh, swish and hard_swish");
}

template <typename T>
void FinishRun(ConvActivation f, int64_t count, const T* residual, T* out) {
  if (f == ConvActivation::kNone && residual == nullptr) return;
  WithActivation(f, [=](auto constant) {
    constexpr ConvActivation kF = decltype(constant)::value;
    if (residual == nullptr) {
      AssignRun(count, out, [=](int64_t j) { return Activated<kF>(out[j]); });
    } else {
      AssignRun(count, out,
                [=](int64_t j) { return Activated<kF>(out[j] + residual[j]); });
    }
  });
}

template <class Device, class T>
void FinishTurned(const Device&, const TurnedImages& s, ConvActivation f,
                  const T* from, const T* bias, const T* residual, T* out) {
  const int64_t grain = kGrain / (s.channels + 1) + 1;
  platform::ParallelFor(
      s.images * s.pixels, grain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t n = i / s.pixels, at = i * s.channels;
          AddPixel(s, from + n * s.channels * s.pixels + i % s.pixels, bias,
                   residual == nullptr ? nullptr : residual + at, out + at);
        }
        FinishRun<T>(f, (end - begin) * s.channels, nullptr,
                     out + begin * s.channels);
      });
}

PADDLE_INSTANTIATE_ONE(FinishRun<float>);
PADDLE_INSTANTIATE_ONE(FinishRun<double>);
PADDLE_INSTANTIATE(FinishTurned, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
