#include "paddle/operators/convolution/winograd.h"

#include <utility>

#include "paddle/operators/convolution/winograd_filter.h"
#include "paddle/operators/convolution/winograd_group.h"
#include "paddle/operators/convolution/winograd_size.h"
#include "paddle/operators/math/loops/thread_scratch.h"

namespace paddle::operators::kernels {
namespace {

using winograd::Factors;
using winograd::FilterOrder;
using winograd::GroupRun;
using winograd::Groups;
using winograd::kTaps;

void Forward(const ConvShape& s, FilterOrder order, const float* input,
             const float* filter, float* output) {
  Factors factors = winograd::FilterFactors(s);
  factors.data = ThreadScratch<float>(ScratchSlot::kShared, factors.size());
  winograd::WriteFilterFactors(order, filter, factors);
  winograd::ForwardAll<float>(s, Groups(s, factors, winograd::AreFew(factors)),
                              input, factors, {}, output);
}

// Returns the convolution of the gradient of the output that gives that of the
// input.
ConvShape Mirrored(ConvShape s) {
  std::swap(s.channels, s.filters);
  std::swap(s.in, s.out);
  for (const int axis : {1, 2}) s.padding[axis] = kTaps - 1 - s.padding[axis];
  return s;
}

}  // namespace

bool FitsWinograd(const ConvShape& s) {
  const auto fits = [&](int axis) {
    return s.kernel[axis] == kTaps && s.stride[axis] == 1 &&
           s.dilation[axis] == 1 && s.padding[axis] >= 0 &&
           s.padding[axis] < kTaps;
  };
  return s.is_flat() && s.groups == 1 && fits(1) && fits(2);
}

bool HasWinogradCode(const ConvShape& s) {
  return !s.each_alone && FitsWinograd(s) &&
         IsWorthWinograd(s.channels, s.filters, s.batch * winograd::TilesOf(s));
}

void WinogradForward(const ConvShape& s, const float* input,
                     const float* filter, float* output) {
  Forward(s, FilterOrder::kForward, input, filter, output);
}

void WinogradBackwardInput(const ConvShape& s, const float* filter,
                           const float* d_output, float* d_input) {
  Forward(Mirrored(s), FilterOrder::kBackward, d_output, filter, d_input);
}

void WinogradBackwardFilter(const ConvShape& s, const float* input,
                            const float* d_output, float* d_filter) {
  // Small groups would read and write all sums too often.
  Factors sums = winograd::FilterFactors(s);
  const Groups groups(s, sums, /*may_be_small=*/false);
  sums.data = ThreadScratch<float>(ScratchSlot::kShared, sums.size());
  const GroupRun run(s, sums.tile, groups.images, groups.elements);
  for (int64_t i = 0; i < groups.count; ++i) {
    run.BackwardFilter(groups.At(i), input, d_output, i == 0 ? 0.0F : 1.0F,
                       sums);
  }
  winograd::WriteFilterGrad(sums, d_filter);
}

}  // namespace paddle::operators::kernels
