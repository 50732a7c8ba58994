#include "paddle/framework/interchange/onnx/run_time_axis.h"

#include <numeric>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

constexpr DataType kDouble = DataType::kFloat64;

// Resizes along one axis after another. Elements of the result are a vector,
// [out], and those of the source that each is made of [out, taps].
class AxisResizer {
 public:
  AxisResizer(Node* node, const ResizeRule& rule) : node_(node), rule_(rule) {}

  Variable Resize(const Variable& x, const RunTimeAxis& axis) const {
    const Variable places = PlacesOf(axis);
    const Variable out = rule_.mode == "nearest"
                             ? Nearest(x, axis, places)
                             : Interpolated(x, axis, places);
    if (rule_.coordinates != "tf_crop_and_resize") return out;
    const Variable outside = node_->Op2(
        "logical_or", node_->Op2("less_than", places, Number(0)),
        node_->Op2("greater_than", places, ScaledBy(node_, axis.size, 1, -1)));
    const double value = node_->FloatAttr("extrapolation_value", 0);
    return Where(node_, Along(outside, x, axis.axis, 1),
                 node_->Number(value, x.dtype()), out);
  }

 private:
  Variable Number(double value) const { return node_->Number(value, kDouble); }
  Variable Is(const char* relation, const Variable& x, double value) const {
    return node_->Op2(relation, x, Number(value));
  }
  Variable As01(const Variable& condition) const {
    return node_->Cast(condition, kDouble);
  }

  // Puts axes of size 1 behind those of numbers along `axis` of x.
  Variable Along(const Variable& numbers, const Variable& x, int axis,
                 int rank) const {
    Ints axes(x.dims().rank() - axis - 1);
    std::iota(axes.begin(), axes.end(), rank);
    return Unsqueezed(node_, numbers, axes);
  }

  // Returns 0, 1, ..., out - 1.
  Variable Counted(const RunTimeAxis& axis) const {
    if (axis.known_out < 0) {
      return node_->Cast(PlacesBelow(node_, axis.out), kDouble);
    }
    std::vector<double> places(axis.known_out);
    std::iota(places.begin(), places.end(), 0);
    return Numbers(node_, {axis.known_out}, places, kDouble);
  }

  // Returns the places in the source, as PlaceOf of resize_taps.cc.
  Variable PlacesOf(const RunTimeAxis& axis) const {
    const std::string& how = rule_.coordinates;
    const Variable place = Counted(axis);
    const Variable length = Mul(node_, axis.scale, axis.size);
    const Variable one = Is("equal", length, 1);
    const Variable last = ScaledBy(node_, axis.size, 1, -1);
    // Returns places from 0 to the last element; another one for a length of 1.
    const auto spread = [&](const Variable& range, const Variable& single) {
      const Variable whole =
          Div(node_, Mul(node_, place, range), ScaledBy(node_, length, 1, -1));
      return Where(node_, one, single, whole);
    };
    if (how == "align_corners") return spread(last, Number(0));
    if (how == "asymmetric") return Div(node_, place, axis.scale);
    if (how == "tf_crop_and_resize") {
      const Variable range =
          Mul(node_, Sub(node_, axis.roi_end, axis.roi_begin), last);
      return Add(node_, spread(range, ScaledBy(node_, range, 0.5)),
                 Mul(node_, axis.roi_begin, last));
    }
    const Variable half = ScaledBy(
        node_, Div(node_, ScaledBy(node_, place, 1, 0.5), axis.scale), 1, -0.5);
    if (how == "half_pixel") return half;
    if (how == "pytorch_half_pixel") {
      return Where(node_, one, Number(-0.5), half);
    }
    PADDLE_ENFORCE(how == "half_pixel_symmetric", Unimplemented,
                   "coordinate_transformation_mode ", how);
    const Variable rest =
        ScaledBy(node_, Div(node_, axis.out, length), -1, 1);  // 1 - adjustment
    return Add(node_, Mul(node_, ScaledBy(node_, axis.size, 0.5), rest), half);
  }

  // Returns indices within [0, size): elements beyond the ends are as those at
  // the ends.
  Variable Within(const Variable& places, const RunTimeAxis& axis) const {
    const Variable low = node_->Op2("elementwise_max", places, Number(0));
    return node_->Cast(
        node_->Op2("elementwise_min", low, ScaledBy(node_, axis.size, 1, -1)),
        DataType::kInt64);
  }

  Variable Nearest(const Variable& x, const RunTimeAxis& axis,
                   const Variable& places) const {
    const std::string& mode = rule_.nearest;
    const Variable floor = node_->Op("floor", places);
    const Variable rest = Sub(node_, places, floor);
    Variable nearest = floor;
    if (mode == "ceil") {
      nearest = Add(node_, floor, As01(Is("greater_than", rest, 0)));
    } else if (mode == "round_prefer_floor") {
      nearest = Add(node_, floor, As01(Is("greater_than", rest, 0.5)));
    } else if (mode == "round_prefer_ceil") {
      nearest = Add(node_, floor, As01(Is("greater_equal", rest, 0.5)));
    } else {
      PADDLE_ENFORCE(mode == "floor", Unimplemented, "nearest_mode ", mode);
    }
    return node_->Op("gather", {{"X", x}, {"Index", Within(nearest, axis)}},
                     {{"axis", int64_t{axis.axis}}});
  }

  // Returns the weights of elements at a distance.
  Variable Kernel(const Variable& distance) const {
    if (rule_.mode == "linear") {
      return node_->Op("relu", ScaledBy(node_, distance, -1, 1));
    }
    PADDLE_ENFORCE(rule_.mode == "cubic", Unimplemented, "mode ", rule_.mode);
    const double a = rule_.cubic_a;
    // Returns ((c3 x + c2) x + c1) x + c0.
    const auto cube = [&](double c3, double c2, double c1, double c0) {
      const Variable two =
          Mul(node_, ScaledBy(node_, distance, c3, c2), distance);
      const Variable three = Mul(node_, ScaledBy(node_, two, 1, c1), distance);
      return ScaledBy(node_, three, 1, c0);
    };
    const Variable far = Where(node_, Is("less_than", distance, 2),
                               cube(a, -5 * a, 8 * a, -4 * a), Number(0));
    return Where(node_, Is("less_equal", distance, 1),
                 cube(a + 2, -(a + 3), 0, 1), far);
  }

  // Returns the places of the elements around each place, from the one on its
  // left, [taps]: as many as the kernel covers.
  Variable TapsAround(const RunTimeAxis& axis) const {
    const int64_t reach = rule_.mode == "cubic" ? 2 : 1;
    if (!rule_.antialias) {
      std::vector<double> taps(2 * reach);
      std::iota(taps.begin(), taps.end(), 1 - reach);
      return Numbers(node_, {2 * reach}, taps, kDouble);
    }
    const Variable begin = ScaledBy(
        node_,
        node_->Op("floor", Div(node_, Number(-static_cast<double>(reach)),
                               WidthOf(axis))),
        1, 1);
    return node_->Op("range", {{"Start", begin},
                               {"End", ScaledBy(node_, begin, -1, 2)},
                               {"Step", Number(1)}});
  }

  Variable WidthOf(const RunTimeAxis& axis) const {
    return node_->Op2("elementwise_min", axis.scale, Number(1));
  }

  // Divides weights by their sum; those that are all 0 stay.
  Variable Normalized(const Variable& weights) const {
    const Variable sum = SumAlong(node_, weights, {1}, /*keep=*/true);
    return Div(node_, weights,
               Where(node_, Is("equal", sum, 0), Number(1), sum));
  }

  Variable Interpolated(const Variable& x, const RunTimeAxis& axis,
                        const Variable& places) const {
    const Variable place = Unsqueezed(node_, places, {1});
    const Variable left = ScaledBy(node_, node_->Op("ceil", place), 1, -1);
    const Variable taps = TapsAround(axis);
    Variable distance =
        node_->Op("abs", Sub(node_, taps, Sub(node_, place, left)));
    if (rule_.antialias) distance = Mul(node_, distance, WidthOf(axis));
    Variable weights = Kernel(distance);
    if (rule_.antialias) weights = Normalized(weights);
    const Variable around = Add(node_, left, taps);
    if (rule_.exclude_outside) {
      const Variable inside =
          node_->Op2("logical_and", Is("greater_equal", around, 0),
                     node_->Op2("less_than", around, axis.size));
      weights = Normalized(Mul(node_, weights, As01(inside)));
    }
    return Weighted(x, axis.axis, Within(around, axis), weights);
  }

  // Returns sums over the taps, of `index` and `weights`, along an axis.
  Variable Weighted(const Variable& x, int axis, const Variable& index,
                    const Variable& weights) const {
    const Variable rows = SwapAxes(node_, x, 0, axis);
    const Variable taken = node_->Op(
        "gather_nd", {{"X", rows}, {"Index", Unsqueezed(node_, index, {2})}});
    const Variable factors = Along(node_->Cast(weights, x.dtype()), rows, 0, 2);
    return SwapAxes(node_, SumAlong(node_, Mul(node_, taken, factors), {1}), 0,
                    axis);
  }

  Node* const node_;
  const ResizeRule& rule_;
};

}  // namespace

Variable ResizedAlong(Node* node, const Variable& x, const ResizeRule& rule,
                      const RunTimeAxis& axis) {
  return AxisResizer(node, rule).Resize(x, axis);
}

}  // namespace paddle::onnx
