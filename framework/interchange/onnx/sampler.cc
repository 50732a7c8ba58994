#include "paddle/framework/interchange/onnx/sampler.h"

#include <string>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// One axis of the images, of which places are sampled.
struct Axis {
  double size = 0;
  double low = 0;  // where it begins and ends, for reflections
  double high = 0;
};

// Samples images at places.
class Sampler {
 public:
  // Samples linearly, with zeros outside of the images.
  explicit Sampler(Node* node) : node_(*node), padding_("zeros") {}

  // Takes the attributes of GridSample.
  void ReadAttributes() {
    Node* const node = &node_;
    padding_ = node->TextAttr("padding_mode", "zeros");
    aligned_ = node->IntAttr("align_corners", 0) != 0;
    const std::string mode = node->TextAttr("mode", "linear");
    taps_ = mode == "nearest"                      ? 1
            : mode == "cubic" || mode == "bicubic" ? 4
                                                   : 2;
    const bool known = taps_ != 2 || mode == "linear" || mode == "bilinear";
    PADDLE_ONNX_REFUSE(!known, "mode ", mode);
    const bool pads =
        padding_ == "zeros" || padding_ == "border" || padding_ == "reflection";
    PADDLE_ONNX_REFUSE(!pads, "padding_mode ", padding_);
  }

  // Returns X [N, C, size, ...] at the places of grid [N, size, ..., axes].
  Variable Sample(const Variable& x, const Variable& grid) {
    const int axes = x.dims().rank() - 2;
    PADDLE_ENFORCE(axes >= 1 && grid.dims().rank() == axes + 2 &&
                       grid.dims()[axes + 1] == axes,
                   InvalidArgument, "a grid ", grid.ToString(), " for ",
                   x.ToString());
    PADDLE_ONNX_REFUSE(axes > 3, "images of ", axes, " axes");
    std::vector<Places> places;
    for (int i = 0; i < axes; ++i) {
      const Axis axis = AxisOf(x, 2 + i);
      // The last number of a place is along the first axis.
      places.push_back(TapsOf(
          axis, PlaceOf(axis, At(&node_, grid, axes + 1, axes - 1 - i))));
    }
    return SampleTaps(x, places);
  }

  // Returns X [N, C, size, ...] at places [N, m], counted in elements, along
  // each axis: [N, C, m].
  Variable SampleElements(const Variable& x,
                          const std::vector<Variable>& elements) {
    std::vector<Places> places;
    for (size_t i = 0; i < elements.size(); ++i) {
      places.push_back(TapsOf(AxisOf(x, static_cast<int>(2 + i)), elements[i]));
    }
    return SampleTaps(x, places);
  }

 private:
  // The elements of one axis that make up each sample.
  struct Places {
    double size = 0;
    std::vector<Variable> index;   // int64, [N, size, ...]
    std::vector<Variable> weight;  // an invalid one is 1
  };

  Axis AxisOf(const Variable& x, int i) const {
    const auto size = static_cast<double>(KnownSize(x, i));
    return {size, aligned_ ? 0 : -0.5, aligned_ ? size - 1 : size - 0.5};
  }

  Variable SampleTaps(const Variable& x, const std::vector<Places>& places) {
    const int axes = places[0].index[0].dims().rank() - 1;
    rows_ = RowsOf(x);
    Variable batch = PlacesAlong(&node_, x, 0);
    for (int i = 0; i < axes; ++i) batch = Unsqueezed(&node_, batch, {1 + i});
    const Variable sum = SumOfTaps(places, 0, batch, Variable());
    // [N, size, ..., C] becomes [N, C, size, ...].
    Ints order{0, axes + 1};
    for (int i = 0; i < axes; ++i) order.push_back(1 + i);
    return Turned(&node_, sum, order);
  }

  // Returns the pixels of images, [N * size * ..., C].
  Variable RowsOf(const Variable& x) {
    Ints order{0};
    for (int i = 2; i < x.dims().rank(); ++i) order.push_back(i);
    order.push_back(1);
    return node_.Reshape(Turned(&node_, x, order), {-1, KnownSize(x, 1)});
  }

  Variable Clamped(const Variable& x, double low, double high) {
    return node_.Op("clip", x, {{"min", low}, {"max", high}});
  }

  // Returns places outside of the axis as those that a mirror at its ends
  // shows.
  Variable Reflected(const Variable& x, const Axis& axis) {
    const double range = axis.high - axis.low;
    if (range <= 0) return ScaledBy(&node_, x, 0, axis.low);
    const Variable far = node_.Op("abs", ScaledBy(&node_, x, 1, -axis.low));
    const Variable times = node_.Op("floor", ScaledBy(&node_, far, 1 / range));
    const Variable rest = Sub(&node_, far, ScaledBy(&node_, times, range));
    const Variable half = ScaledBy(&node_, times, 0.5);
    const Variable even = node_.Op2("equal", half, node_.Op("floor", half));
    return Where(&node_, even, ScaledBy(&node_, rest, 1, axis.low),
                 ScaledBy(&node_, rest, -1, axis.high));
  }

  // Returns places counted in elements; `x` is in [-1, 1] where it lies on the
  // images.
  Variable PlaceOf(const Axis& axis, const Variable& x) {
    const double half = axis.size / 2;
    Variable place = aligned_ ? ScaledBy(&node_, x, half - 0.5, half - 0.5)
                              : ScaledBy(&node_, x, half, half - 0.5);
    if (taps_ == 1) place = node_.Op("round", place);
    // Each tap of cubes is moved by itself, as PyTorch does.
    if (padding_ == "border" && taps_ != 4) {
      place = Clamped(place, 0, axis.size - 1);
    }
    return padding_ == "reflection" ? Reflected(place, axis) : place;
  }

  Places TapsOf(const Axis& axis, const Variable& place) {
    const Variable first = taps_ == 1 ? place : node_.Op("floor", place);
    const Variable ratio = taps_ == 1 ? Variable() : Sub(&node_, place, first);
    Places places;
    places.size = axis.size;
    for (int k = 0; k < taps_; ++k) {
      const double shift = taps_ == 4 ? k - 1 : k;
      AddTap(axis, ScaledBy(&node_, first, 1, shift),
             taps_ == 1 ? Variable() : Weight(ratio, k), &places);
    }
    return places;
  }

  void AddTap(const Axis& axis, Variable place, Variable weight,
              Places* places) {
    if (padding_ == "reflection") place = Reflected(place, axis);
    const Variable inside = Clamped(place, 0, axis.size - 1);
    if (padding_ == "zeros") {
      const Variable counts =
          node_.Cast(node_.Op2("equal", inside, place), place.dtype());
      weight = weight.is_valid() ? Mul(&node_, weight, counts) : counts;
    }
    places->index.push_back(node_.Cast(inside, DataType::kInt64));
    places->weight.push_back(weight);
  }

  // Returns a polynomial, the highest power first.
  Variable Polynomial(const Variable& x, const std::vector<double>& factors) {
    Variable sum = ScaledBy(&node_, x, factors[0], factors[1]);
    for (size_t i = 2; i < factors.size(); ++i) {
      sum = ScaledBy(&node_, Mul(&node_, sum, x), 1, factors[i]);
    }
    return sum;
  }

  // Returns the weight of tap k of a place that lies `t` behind the element
  // before it: linear, or Keys' cubic kernel with a = -0.75.
  Variable Weight(const Variable& t, int k) {
    if (taps_ == 2) {
      return k == 0 ? ScaledBy(&node_, t, -1, 1) : t;
    }
    constexpr double kA = -0.75;
    const Variable back = ScaledBy(&node_, t, -1, 1);
    const std::vector<double> near{kA + 2, -(kA + 3), 0, 1};
    // a (x^3 - 5 x^2 + 8 x - 4) at x = 1 + t.
    const std::vector<double> far{kA, -2 * kA, kA, 0};
    if (k == 0) return Polynomial(t, far);
    if (k == 1) return Polynomial(t, near);
    if (k == 2) return Polynomial(back, near);
    return Polynomial(back, far);
  }

  // Adds up the taps of the axes from `axis` on. `row` says the pixel as far as
  // the axes before do.
  Variable SumOfTaps(const std::vector<Places>& places, size_t axis,
                     const Variable& row, const Variable& weight) {
    if (axis == places.size()) return Pixels(row, weight);
    Variable sum;
    for (size_t k = 0; k < places[axis].index.size(); ++k) {
      const Variable next =
          Add(&node_, ScaledBy(&node_, row, places[axis].size),
              places[axis].index[k]);
      const Variable& own = places[axis].weight[k];
      const Variable both = !weight.is_valid() ? own
                            : !own.is_valid()  ? weight
                                               : Mul(&node_, weight, own);
      const Variable tap = SumOfTaps(places, axis + 1, next, both);
      sum = sum.is_valid() ? Add(&node_, sum, tap) : tap;
    }
    return sum;
  }

  Variable Pixels(const Variable& row, const Variable& weight) {
    const int64_t rank = row.dims().rank();
    const Variable taken =
        node_.Op("gather_nd",
                 {{"X", rows_}, {"Index", Unsqueezed(&node_, row, {rank})}});
    if (!weight.is_valid()) return taken;
    return Mul(&node_, taken,
               Unsqueezed(&node_, node_.Cast(weight, taken.dtype()), {rank}));
  }

  Node& node_;
  std::string padding_;
  bool aligned_ = false;
  int taps_ = 2;
  Variable rows_;
};

}  // namespace

Variable SampleGrid(Node* node, const Variable& x, const Variable& grid) {
  Sampler sampler(node);
  sampler.ReadAttributes();
  return sampler.Sample(x, grid);
}

Variable SampleElements(Node* node, const Variable& x,
                        const std::vector<Variable>& places) {
  return Sampler(node).SampleElements(x, places);
}

}  // namespace paddle::onnx
