#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using Floats = std::vector<double>;

// The image of each box, whichever way it is given.
int64_t ImageOf(const OpValues& v, int64_t roi) {
  if (v.HasIn("BatchIndex")) {
    return static_cast<int64_t>(v.In("BatchIndex")[roi]);
  }
  const auto& offsets = v.In("ROIs").lod->offsets(0);
  return std::upper_bound(offsets.begin(), offsets.end(), roi) -
         offsets.begin() - 1;
}

// The weight of element `at` for a sample at `place`, along one axis: a
// triangle around the element. Outside, the outermost element goes on.
double Weight(double place, int64_t at, int64_t size) {
  const double inside =
      std::min(std::max(place, 0.), static_cast<double>(size - 1));
  return std::max(0., 1 - std::abs(inside - static_cast<double>(at)));
}

bool Counts(double place, int64_t size) {
  return place >= -1 && place <= static_cast<double>(size);
}

// Sums over all elements of the image; the kernels look at four.
void AlignReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& rois = v.In("ROIs");
  const double scale = v.Attr<double>("spatial_scale");
  const auto ratio = v.Attr<int64_t>("sampling_ratio");
  const bool aligned = v.Attr<bool>("aligned");
  Array& out = v.Out("Out");
  const int64_t channels = x.dims[1];
  const int64_t bins[2] = {out.dims[2], out.dims[3]};
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t roi = i / bins[1] / bins[0] / channels;
    const int64_t bin[2] = {i / bins[1] % bins[0], i % bins[1]};
    Floats places[2];
    for (int64_t axis = 0; axis < 2; ++axis) {
      const double shift = aligned ? .5 : 0;
      const double low = rois[roi * 4 + 1 - axis] * scale - shift;
      double size = rois[roi * 4 + 3 - axis] * scale - shift - low;
      if (!aligned) size = std::max(size, 1.);
      const double step = size / static_cast<double>(bins[axis]);
      const auto count =
          ratio > 0 ? static_cast<double>(ratio) : std::ceil(step);
      for (double k = .5; k < count; ++k) {
        places[axis].push_back(
            low + step * (static_cast<double>(bin[axis]) + k / count));
      }
    }
    double sum = 0;
    const int64_t plane =
        ImageOf(v, roi) * channels + i / bins[1] / bins[0] % channels;
    for (double y : places[0]) {
      for (double z : places[1]) {
        if (!Counts(y, x.dims[2]) || !Counts(z, x.dims[3])) continue;
        for (int64_t k = 0; k < x.dims[2] * x.dims[3]; ++k) {
          sum += x[plane * x.dims[2] * x.dims[3] + k] *
                 Weight(y, k / x.dims[3], x.dims[2]) *
                 Weight(z, k % x.dims[3], x.dims[3]);
        }
      }
    }
    const auto count = static_cast<double>(places[0].size() * places[1].size());
    out[i] = sum / std::max(count, 1.);
  }
}

// One inside, one beyond the image, one without height, one far away.
const Floats& SomeRois() {
  static const auto& rois = *new Floats{1.3, .2, 8.1,  5, -3, -2.5, 4,   17,
                                        2,   3,  4.25, 3, 99, 99,   120, 130};
  return rois;
}

OpCase Regions(const char* type, const std::string& name) {
  OpCase test(type, name);
  test.Input("X", Random({2, 2, 6, 5}))
      .Input("ROIs", Values({4, 4}, SomeRois()))
      .Input("BatchIndex", Values({4}, {1, 0, 1, 0}).As(DataType::kInt32))
      .Attr("spatial_scale", .5)
      .Attr("pooled_height", 3)
      .Attr("pooled_width", 2);
  return test;
}

TEST(RoiAlign, IsTheMeanOfSamples) {
  for (const bool aligned : {false, true}) {
    OpCase test = Regions("roi_align", aligned ? "aligned" : "plain");
    test.Attr("aligned", aligned)
        .Attr("sampling_ratio", aligned ? 0 : 2)
        .Reference(AlignReference)
        .Gradient({"X"})
        .Check();
  }
  OpCase("roi_align", "sequences")
      .Input("X", Random({2, 1, 3, 3}))
      .Input("ROIs", Values({3, 4}, {0, 0, 2, 2, 1, 1, 2, 2, 0, 1, 1, 2})
                         .Lengths({{1, 2}}))
      .Attr("sampling_ratio", -1)
      .Attr("aligned", false)
      .Attr("pooled_height", 2)
      .Reference(AlignReference)
      .Gradient({"X"})
      .Check();
  OpCase("roi_align", "none")
      .Input("X", Random({1, 2, 3, 3}))
      .Input("ROIs", Random({0, 4}))
      .Input("BatchIndex", Integers({0}, 0, 1))
      .Expect("Out", {0, 2, 1, 1}, {})
      .Gradient({"X"})
      .Check();
}

// A bin has one sample for each of its elements, also of those outside: 4 of 6,
// and 5 of 6, along each axis lie in the image.
TEST(RoiAlign, CountsSamplesOutside) {
  OpCase("roi_align", "random")
      .Input("X", Random({1, 1, 4, 4}))
      .Input("ROIs", Values({2, 4}, {0, 0, 6, 6, -1, -1, 5, 5}))
      .Input("BatchIndex", Values({2}, {0, 0}).As(DataType::kInt64))
      .Attr("sampling_ratio", 0)
      .Attr("aligned", false)
      .Reference(AlignReference)
      .Gradient({"X"})
      .Check();
  OpCase("roi_align", "large boxes")
      .Input("X", Values({1, 1, 4, 4}, Floats(16, 1)))
      .Input("ROIs", Values({2, 4}, {0, 0, 6, 6, 0, 0, 1e30, 1e30}))
      .Input("BatchIndex", Values({2}, {0, 0}).As(DataType::kInt64))
      .Attr("sampling_ratio", -1)
      .Attr("aligned", false)
      .Expect("Out", {2, 1, 1, 1}, {4. / 9, 0})
      .Gradient({"X"})
      .Check();
  OpCase("roi_align", "a row")
      .Input("X", Values({1, 1, 4, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
                                        12, 13, 14, 15}))
      .Input("ROIs", Values({1, 4}, {-1, -1, 5, 5}))
      .Input("BatchIndex", Values({1}, {0}).As(DataType::kInt64))
      .Attr("sampling_ratio", 0)
      .Attr("aligned", false)
      .Expect("Out", {1, 1, 1, 1}, {187.5 / 36})
      .Check();
}

// The work is bounded by the image: there are 2^58 samples outside.
TEST(RoiAlign, VisitsOnlyTheImage) {
  OpCase("roi_align", "mostly outside")
      .Input("X", Values({1, 1, 2, 2}, Floats(4, 1)))
      .Input("ROIs", Values({1, 4}, {0, 0, 536870912., 536870912.}))
      .Input("BatchIndex", Values({1}, {0}).As(DataType::kInt64))
      .Attr("sampling_ratio", 0)
      .Attr("aligned", false)
      .DataTypes({DataType::kFloat64})
      .Expect("Out", {1, 1, 1, 1}, {0})
      .Check();
}

// A region outside of the image is 0, whatever the image holds.
TEST(RoiAlign, SeesNothingOutside) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double first : {infinity, -infinity, std::nan("")}) {
    for (const char* type : {"roi_align", "roi_align_max"}) {
      OpCase(type, "far")
          .Input("X", Values({1, 1, 2, 2}, {first, 1, 2, 3}))
          .Input("ROIs", Values({3, 4}, {9, 9, 12, 12, infinity, 0, 1, 1, 0, 0,
                                         std::nan(""), 1}))
          .Input("BatchIndex", Values({3}, {0, 0, 0}).As(DataType::kInt64))
          .Expect("Out", {3, 1, 1, 1}, {0, 0, 0})
          .Check();
    }
  }
}

// Wherever it stands.
TEST(Rois, NanWins) {
  for (size_t at = 0; at < 4; ++at) {
    Floats x = {1, 2, 3, 4};
    x[at] = std::nan("");
    for (const char* type : {"roi_pool", "roi_align_max"}) {
      OpCase test(type, "NaN");
      test.Input("X", Values({1, 1, 2, 2}, x))
          .Input("ROIs", Values({1, 4}, {0, 0, 1, 1}))
          .Input("BatchIndex", Values({1}, {0}).As(DataType::kInt64))
          .Expect("Out", {1, 1, 1, 1}, {std::nan("")});
      if (type == std::string("roi_pool")) {
        test.Expect("Argmax", {1, 1, 1, 1}, {static_cast<double>(at)});
      }
      test.Check();
    }
  }
}

TEST(RoiAlignMax, IsTheLargestTerm) {
  // Samples at (.5, .5) and (.5, 1.5): a quarter of four elements each.
  OpCase("roi_align_max")
      .Input("X", Values({1, 1, 2, 3}, {1, 2, 3, 4, 8, 5}))
      .Input("ROIs", Values({1, 4}, {0, 0, 2, 1}))
      .Input("BatchIndex", Values({1}, {0}).As(DataType::kInt64))
      .Attr("pooled_width", 2)
      .Expect("Out", {1, 1, 1, 2}, {2, 2})
      .Check();
  // Outside of the image there are only zeros.
  OpCase("roi_align_max", "far")
      .Input("X", Values({1, 1, 1, 2}, {-1, -2}))
      .Input("ROIs", Values({2, 4}, {9, 9, 12, 12, 0, 0, .5, .5}))
      .Input("BatchIndex", Values({2}, {0, 0}).As(DataType::kInt64))
      .Expect("Out", {2, 1, 1, 1}, {0, 0})
      .Check();
}

// Bins as sets of elements, by their definition.
void PoolReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& rois = v.In("ROIs");
  const double scale = v.Attr<double>("spatial_scale");
  Array& out = v.Out("Out");
  Array& argmax = v.Out("Argmax");
  const int64_t height = x.dims[2], width = x.dims[3], channels = x.dims[1];
  const int64_t bins[2] = {out.dims[2], out.dims[3]};
  const auto holds = [&](int64_t roi, int axis, int64_t bin, int64_t at) {
    const double first = std::round(rois[roi * 4 + 1 - axis] * scale);
    const double last = std::round(rois[roi * 4 + 3 - axis] * scale);
    const double step =
        std::max(last - first + 1, 1.) / static_cast<double>(bins[axis]);
    const double from = static_cast<double>(at) - first;
    // Some part of the element lies in the bin.
    return from + 1 > static_cast<double>(bin) * step &&
           from < static_cast<double>(bin + 1) * step;
  };
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t roi = i / bins[1] / bins[0] / channels;
    const int64_t plane =
        ImageOf(v, roi) * channels + i / bins[1] / bins[0] % channels;
    argmax[i] = -1;
    for (int64_t k = 0; k < height * width; ++k) {
      const double value = x[plane * height * width + k];
      if (holds(roi, 0, i / bins[1] % bins[0], k / width) &&
          holds(roi, 1, i % bins[1], k % width) &&
          (argmax[i] < 0 || value > out[i])) {
        out[i] = value;
        argmax[i] = static_cast<double>(plane * height * width + k);
      }
    }
  }
}

TEST(RoiPool, IsTheLargestElement) {
  Regions("roi_pool", "batch")
      .With("X", Random({2, 2, 6, 5}).Distinct())
      .Reference(PoolReference)
      .Gradient({"X"})
      .Check();
  OpCase("roi_pool", "sequences")
      .Input("X", Random({2, 1, 3, 3}).Distinct())
      .Input("ROIs", Values({2, 4}, {0, 0, 2, 2, 1, 1, 2, 2}).Lengths({{0, 2}}))
      .Attr("pooled_height", 2)
      .Attr("spatial_scale", 1.)
      .Reference(PoolReference)
      .Gradient({"X"})
      .Check();
}

TEST(Rois, AreInAnImage) {
  const OpCase base = Regions("roi_align", "");
  base.With("BatchIndex", Values({4}, {1, 0, 2, 0}).As(DataType::kInt64))
      .ExpectError("index 2 at position 2");
  base.With("BatchIndex", Values({3}, {1, 0, 0}).As(DataType::kInt64))
      .ExpectError("BatchIndex of roi_align has one number for each of ROIs");
  base.With("BatchIndex", Random({4}))
      .ExpectError("BatchIndex of roi_align is int32 or int64, not float");
  const OpCase alone = OpCase("roi_pool")
                           .Input("X", Random({2, 1, 3, 3}))
                           .Input("ROIs", Random({3, 4}));
  alone.ExpectError("ROIs");
  alone.With("ROIs", Random({3, 4}).Lengths({{1, 1, 1}}))
      .ExpectError("ROIs of roi_pool has 3 sequences for 2 images");
  alone.With("X", Random({2, 1, 0, 3}))
      .With("ROIs", Random({3, 4}).Lengths({{1, 2}}))
      .ExpectError("roi_pool has no elements to pool in X");
}

}  // namespace
}  // namespace paddle::operators::testing
