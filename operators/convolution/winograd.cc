#include "paddle/operators/convolution/winograd.h"

#include <algorithm>
#include <utility>

#include "paddle/operators/convolution/winograd_filter.h"
#include "paddle/operators/convolution/winograd_group.h"
#include "paddle/operators/convolution/winograd_size.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/round_up.h"

namespace paddle::operators::kernels {
namespace {

using winograd::Factors;
using winograd::FilterOrder;
using winograd::Group;
using winograd::GroupRun;
using winograd::kProducts;
using winograd::kTaps;

// The groups of images of a batch: they depend on the shape alone.
struct Groups {
  // Each group is computed by one thread, if it is small, else by all.
  Groups(const ConvShape& s, bool may_be_small)
      : batch(s.batch), small(may_be_small && s.batch > 1) {
    // Small groups are cut further until there are so many.
    constexpr int64_t kMany = 8;
    const int64_t tiles = winograd::TilesOf(s);
    const int64_t image = kProducts * tiles * (s.channels + s.filters);
    images = elements() / image;
    if (small) {
      images = std::min(
          images, std::max(platform::CeilDivide(winograd::kFewTiles, tiles),
                           platform::CeilDivide(batch, kMany)));
    }
    images = std::clamp<int64_t>(images, 1, batch);
    count = platform::CeilDivide(batch, images);
  }

  int64_t elements() const {
    return small ? winograd::kOwnElements : winograd::kSharedElements;
  }
  Group At(int64_t index) const {
    const int64_t first = index * images;
    return {first, std::min(images, batch - first)};
  }

  const int64_t batch;
  const bool small;
  int64_t images;  // of a group; the last may be smaller
  int64_t count;
};

void Forward(const ConvShape& s, FilterOrder order, const float* input,
             const float* filter, float* output) {
  Factors factors = winograd::FilterFactors(s);
  factors.data = ThreadScratch<float>(ScratchSlot::kShared, factors.size());
  winograd::WriteFilterFactors(order, filter, factors);
  const Groups groups(s, winograd::AreFew(factors));
  platform::ParallelFor(
      groups.count, groups.small ? 1 : groups.count,
      [&](int64_t begin, int64_t end) {
        const GroupRun run(s, groups.images, groups.elements());
        for (int64_t i = begin; i < end; ++i) {
          run.Forward(groups.At(i), input, factors, nullptr, nullptr, output);
        }
      });
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

bool HasWinogradCode(const ConvShape& s) {
  const auto fits = [&](int axis) {
    return s.kernel[axis] == kTaps && s.stride[axis] == 1 &&
           s.dilation[axis] == 1 && s.padding[axis] >= 0 &&
           s.padding[axis] < kTaps;
  };
  return !s.each_alone && s.is_flat() && s.groups == 1 && fits(1) && fits(2) &&
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
  const Groups groups(s, /*small=*/false);
  Factors sums = winograd::FilterFactors(s);
  sums.data = ThreadScratch<float>(ScratchSlot::kShared, sums.size());
  const GroupRun run(s, groups.images, groups.elements());
  for (int64_t i = 0; i < groups.count; ++i) {
    run.BackwardFilter(groups.At(i), input, d_output, i == 0 ? 0.0F : 1.0F,
                       sums);
  }
  winograd::WriteFilterGrad(sums, d_filter);
}

}  // namespace paddle::operators::kernels
