#include "paddle/operators/convolution/conv_bands.h"

#include <algorithm>

#include "paddle/platform/parallel_for.h"
#include "paddle/platform/round_up.h"

namespace paddle::operators::kernels {
namespace {

constexpr int64_t kMostParts = 8;
// Products of a part: 8 to 40 microseconds, many times what a thread costs.
constexpr int64_t kPartWork = 2 << 20;
// Outputs of one filter in a band: with fewer, filters are read too often.
constexpr int64_t kBandPixels = 24;

// The products of one image.
int64_t WorkOf(const ConvShape& s) {
  return s.output_size() * (s.channels / s.groups) * Volume(s.kernel);
}

int64_t RowsPerBand(const ConvShape& s, int64_t bands) {
  return platform::CeilDivide(s.out[1], bands);
}

// Bands of equal height keep as many threads busy until the end. The most of
// them are taken that divide the rows, and the most of all if none do.
int64_t EvenCount(int64_t rows, int64_t most) {
  int64_t count = 1;
  while (2 * count <= most) count *= 2;
  for (int64_t even = count; even > 1; even /= 2) {
    if (rows % even == 0) return even;
  }
  const int64_t height = platform::CeilDivide(rows, count);
  return platform::CeilDivide(rows, height);
}

bool SeeTheImage(const ConvShape& s, int64_t bands) {
  for (int64_t i = 0; i < bands; ++i) {
    if (BandAt(s, bands, i).rows < 1) return false;
  }
  return true;
}

}  // namespace

int64_t BandCount(const ConvShape& s) {
  const int64_t most = std::min({kMostParts, WorkOf(s) / kPartWork,
                                 s.out[1] * s.out[2] / kBandPixels, s.out[1]});
  const int64_t count = EvenCount(s.out[1], std::max<int64_t>(most, 1));
  return SeeTheImage(s, count) ? count : 1;
}

ConvBand BandAt(const ConvShape& s, int64_t bands, int64_t index) {
  const int64_t height = RowsPerBand(s, bands);
  ConvBand band{};
  band.begin = index * height;
  band.count = std::min(height, s.out[1] - band.begin);
  const int64_t top = band.begin * s.stride[1] - s.padding[1];
  const int64_t bottom = top + (band.count - 1) * s.stride[1] + s.reach(1);
  band.first = std::clamp<int64_t>(top, 0, s.in[1]);
  const int64_t end = std::clamp<int64_t>(bottom, 0, s.in[1]);
  band.rows = end - band.first;
  band.before = band.first - top;
  band.after = bottom - end;
  return band;
}

int64_t SliceCount(const ConvShape& s) {
  // A multiple of what any library computes at a time.
  constexpr int64_t kFilters = 64;
  const bool heavy = s.filter_size() > 2 * (s.input_size() + s.output_size());
  if (!heavy || s.groups > 1) return 1;
  const int64_t most = std::min(kMostParts, WorkOf(s) / kPartWork);
  int64_t count = 1;
  while (2 * count <= most && s.filters % (2 * count * kFilters) == 0) {
    count *= 2;
  }
  return count;
}

void ForEachPart(const ConvShape& s, int64_t parts,
                 absl::FunctionRef<void(int64_t image, int64_t part)> body) {
  platform::ParallelFor(s.batch * parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) body(i / parts, i % parts);
  });
}

}  // namespace paddle::operators::kernels
