#include "paddle/framework/interchange/onnx/window_taps.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

constexpr int64_t kMostTaps = 1024;

// The windows of a node on images, and the taps that they have.
class TapsOfWindows {
 public:
  TapsOfWindows(Node* node, const Variable& images, const Windows& windows)
      : node_(*node), windows_(windows) {
    const bool ceil = node->IntAttr("ceil_mode", 0) != 0;
    for (int i = 0; i < windows.axes(); ++i) {
      sizes_.push_back(KnownSize(images, 2 + i));
      counts_.push_back(CountAlong(i, ceil));
      PADDLE_ONNX_REFUSE(counts_.back() > kMostMade, "so many windows");
      PADDLE_ONNX_REFUSE(windows.kernel[i] > kMostTaps, "windows of more than ",
                         kMostTaps, " elements along an axis");
      taps_ *= windows.kernel[i];
    }
  }

  int64_t taps() const { return taps_; }
  const Ints& sizes() const { return sizes_; }
  const Ints& counts() const { return counts_; }

  // Returns the images with what all windows need around them.
  Variable Padded(const Variable& images, double value) const {
    Windows wide = windows_;
    for (int i = 0; i < windows_.axes(); ++i) {
      const int64_t end =
          (counts_[i] - 1) * windows_.strides[i] + windows_.ReachAlong(i);
      wide.after[i] =
          std::max(end - sizes_[i] - windows_.before[i], windows_.after[i]);
    }
    return onnx::Padded(&node_, images, wide, value);
  }

  // Returns how far along an axis of its window tap `tap` is.
  int64_t OffsetAlong(int64_t tap, int axis) const {
    for (int i = windows_.axes() - 1; i > axis; --i) tap /= windows_.kernel[i];
    return tap % windows_.kernel[axis] * windows_.dilations[axis];
  }

  int axes() const { return windows_.axes(); }
  int64_t TapsAlong(int axis) const { return windows_.kernel[axis]; }

  // Returns element k of each window along one axis, for all places along the
  // others.
  Variable TapAlong(const Variable& x, int axis, int64_t k) const {
    const int64_t start = k * windows_.dilations[axis];
    const int64_t end =
        start + (counts_[axis] - 1) * windows_.strides[axis] + 1;
    return node_.Op("slice", {{"Input", x}},
                    {{"axes", Ints{2 + axis}},
                     {"starts", Ints{start}},
                     {"ends", Ints{end}},
                     {"strides", Ints{windows_.strides[axis]}}});
  }

  // Returns one element of each window.
  Variable Tap(const Variable& padded, int64_t tap) const {
    Ints axes, starts, ends;
    for (int i = 0; i < windows_.axes(); ++i) {
      axes.push_back(2 + i);
      starts.push_back(OffsetAlong(tap, i));
      ends.push_back(starts.back() + (counts_[i] - 1) * windows_.strides[i] +
                     1);
    }
    return node_.Op("slice", {{"Input", padded}},
                    {{"axes", axes},
                     {"starts", starts},
                     {"ends", ends},
                     {"strides", windows_.strides}});
  }

  // Returns the numbers of elements that the windows have between `low` and
  // `high` along an axis, shaped to divide by.
  Variable ElementsAlong(int axis, int64_t low, int64_t high,
                         DataType type) const {
    std::vector<double> elements;
    for (int64_t i = 0; i < counts_[axis]; ++i) {
      int64_t count = 0;
      for (int64_t k = 0; k < windows_.kernel[axis]; ++k) {
        const int64_t place = i * windows_.strides[axis] -
                              windows_.before[axis] +
                              k * windows_.dilations[axis];
        count += place >= low && place < high;
      }
      elements.push_back(static_cast<double>(count));
    }
    std::vector<int64_t> dims(windows_.axes() + 2, 1);
    dims[2 + axis] = counts_[axis];
    return Numbers(&node_, framework::Dims(dims), elements, type);
  }

  // Returns the places on the image of tap `tap`, [1, 1, windows, ...].
  Variable PlacesOf(int64_t tap, bool columns_first) const {
    std::vector<int64_t> dims{1, 1};
    dims.insert(dims.end(), counts_.begin(), counts_.end());
    const framework::Dims shape(dims);
    PADDLE_ONNX_REFUSE(shape.Numel() > kMostMade, "so many windows");
    Ints places;
    for (int64_t i = 0; i < shape.Numel(); ++i) {
      places.push_back(PlaceOf(i, tap, columns_first));
    }
    return Integers(&node_, shape, places);
  }

 private:
  int64_t CountAlong(int i, bool ceil) const {
    const int64_t rest = sizes_[i] + windows_.before[i] + windows_.after[i] -
                         windows_.ReachAlong(i);
    PADDLE_ENFORCE(rest >= 0, InvalidArgument, "a window of ",
                   windows_.ReachAlong(i), " elements on an axis of ",
                   sizes_[i]);
    const int64_t stride = windows_.strides[i];
    const int64_t count = rest / stride + 1;
    const bool more = ceil && rest % stride != 0 &&
                      count * stride < sizes_[i] + windows_.before[i];
    return count + (more ? 1 : 0);
  }

  // Returns the place of a tap of window `window`, which counts over all axes.
  int64_t PlaceOf(int64_t window, int64_t tap, bool columns_first) const {
    int64_t place = 0, step = 1;
    const int axes = windows_.axes();
    Ints at(axes);
    for (int i = axes - 1; i >= 0; --i) {
      at[i] = window % counts_[i] * windows_.strides[i] - windows_.before[i] +
              OffsetAlong(tap, i);
      window /= counts_[i];
    }
    for (int k = 0; k < axes; ++k) {
      const int i = columns_first ? k : axes - 1 - k;
      place += at[i] * step;
      step *= sizes_[i];
    }
    return place;
  }

  Node& node_;
  const Windows& windows_;
  Ints sizes_;
  Ints counts_;
  int64_t taps_ = 1;
};

constexpr double kLowest = -std::numeric_limits<double>::infinity();

// Joins the elements of each window, one axis after the other.
Variable Folded(Node* node, const TapsOfWindows& taps, const Variable& padded,
                const char* type) {
  Variable result = padded;
  for (int axis = 0; axis < taps.axes(); ++axis) {
    Variable joined = taps.TapAlong(result, axis, 0);
    for (int64_t k = 1; k < taps.TapsAlong(axis); ++k) {
      joined = node->Op2(type, joined, taps.TapAlong(result, axis, k));
    }
    result = joined;
  }
  return result;
}

}  // namespace

Variable MaxOfTaps(Node* node, const Variable& images, const Windows& windows) {
  const TapsOfWindows taps(node, images, windows);
  return Folded(node, taps, taps.Padded(images, kLowest), "elementwise_max");
}

Variable PlacesOfMaxima(Node* node, const Variable& images,
                        const Windows& windows, bool columns_first) {
  const TapsOfWindows taps(node, images, windows);
  PADDLE_ONNX_REFUSE(taps.taps() > kMostTaps, "the places of maxima of ",
                     taps.taps(), " elements");
  // The places of each tap are a constant.
  int64_t most = kMostMade / taps.taps();
  for (int64_t count : taps.counts()) {
    PADDLE_ONNX_REFUSE(count > most,
                       "the places of maxima of so many windows of ",
                       taps.taps(), " elements");
    most /= std::max<int64_t>(count, 1);
  }
  const Variable padded = taps.Padded(images, kLowest);
  Variable maxima = taps.Tap(padded, 0);
  Variable place = taps.PlacesOf(0, columns_first);
  for (int64_t k = 1; k < taps.taps(); ++k) {
    const Variable tap = taps.Tap(padded, k);
    const Variable more = node->Op2("greater_than", tap, maxima);
    place = Where(node, more, taps.PlacesOf(k, columns_first), place);
    maxima = node->Op2("elementwise_max", maxima, tap);
  }
  int64_t pixels = 1;
  for (int64_t size : taps.sizes()) pixels *= size;
  const auto channels = static_cast<double>(KnownSize(images, 1));
  Variable row = ScaledBy(node, PlacesAlong(node, images, 0), channels);
  row = Add(node, Unsqueezed(node, row, {1}), PlacesAlong(node, images, 1));
  row = ScaledBy(node, row, static_cast<double>(pixels));
  for (int i = 0; i < windows.axes(); ++i) row = Unsqueezed(node, row, {2 + i});
  return Add(node, place, row);
}

Variable SumOfTaps(Node* node, const Variable& images, const Windows& windows) {
  const TapsOfWindows taps(node, images, windows);
  return Folded(node, taps, taps.Padded(images, 0), "elementwise_add");
}

Variable MeanOfTaps(Node* node, const Variable& images, const Windows& windows,
                    bool padded) {
  const TapsOfWindows taps(node, images, windows);
  Variable mean = Folded(node, taps, taps.Padded(images, 0), "elementwise_add");
  for (int i = 0; i < windows.axes(); ++i) {
    const int64_t low = padded ? -windows.before[i] : 0;
    const int64_t high = taps.sizes()[i] + (padded ? windows.after[i] : 0);
    mean = Div(node, mean, taps.ElementsAlong(i, low, high, images.dtype()));
  }
  return mean;
}

}  // namespace paddle::onnx
