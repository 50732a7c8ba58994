#include "paddle/framework/interchange/onnx/spectra_at_run_time.h"

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/complex_numbers.h"
#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/indices.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/run_time_padding.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// The matrix of a longer transform would be too large.
constexpr int64_t kMostElements = 2048;
constexpr DataType kInt = DataType::kInt64;
constexpr DataType kDouble = DataType::kFloat64;

Variable Int(Node* node, int64_t value) {
  return node->Number(static_cast<double>(value), kInt);
}

// Returns n / 2 + 1 of an integer: so many elements of a spectrum of real
// numbers are not conjugates of others.
Variable HalfOf(Node* node, const Variable& n) {
  return ScaledBy(node, node->Op2("elementwise_floordiv", n, Int(node, 2)), 1,
                  1);
}

// Returns the number of an input, [], int64, within bounds.
Variable CheckedIn(Node* node, int i, int64_t least, int64_t most,
                   const std::string& what) {
  return CheckedAtRunTime(node, node->Reshape(IntVectorIn(node, i, 1), {}),
                          least, most, what + ", " + InputText(*node, i) + ",");
}

// A transform of n elements; n is an integer of a run.
class Transform {
 public:
  Transform(Node* node, const Variable& n)
      : node_(node), n_(n), length_(node->Cast(n, kDouble)) {}

  // Returns the first `columns` elements of the transform along the last axis
  // of x, which has n elements. The inverse one is not divided by n.
  Complex Of(const Complex& x, const Variable& columns, bool inverse) const {
    const double sign = inverse ? 1 : -1;
    const DataType type = x.real.dtype();
    const Variable turns = Turns(n_, columns);
    const Variable cosine = node_->Cast(node_->Op("cos", turns), type);
    const Variable sine = node_->Cast(node_->Op("sin", turns), type);
    Complex out{MatMul(node_, x.real, cosine),
                ScaledBy(node_, MatMul(node_, x.real, sine), sign)};
    if (!x.imaginary.is_valid()) return out;
    out.real = Sub(node_, out.real,
                   ScaledBy(node_, MatMul(node_, x.imaginary, sine), sign));
    out.imaginary =
        Add(node_, out.imaginary, MatMul(node_, x.imaginary, cosine));
    return out;
  }

  // Returns the n real numbers of which `half`, of HalfOf(n) elements, is the
  // first half of the spectrum: the others are conjugates, and count twice.
  Variable RealOf(const Complex& half) const {
    const Variable rows = HalfOf(node_, n_);
    const Variable k = PlacesBelow(node_, rows);
    const Variable single =
        node_->Op2("logical_or", node_->Op2("equal", k, Int(node_, 0)),
                   node_->Op2("equal", ScaledBy(node_, k, 2), n_));
    const Variable counts =
        Div(node_, Where(node_, single, Double(1), Double(2)), length_);
    const Variable turns = Turns(rows, n_);
    const Variable sum =
        MatMul(node_, Mul(node_, half.real, counts), node_->Op("cos", turns));
    if (!half.imaginary.is_valid()) return sum;
    return Sub(node_, sum,
               MatMul(node_, Mul(node_, half.imaginary, counts),
                      node_->Op("sin", turns)));
  }

  // Divides by n.
  Variable Divided(const Variable& x) const { return Div(node_, x, length_); }

 private:
  Variable Double(double value) const { return node_->Number(value, kDouble); }

  // Returns 2 pi j k / n, float64, for row j and column k.
  Variable Turns(const Variable& rows, const Variable& columns) const {
    const Variable j = Unsqueezed(node_, PlacesBelow(node_, rows), {1});
    const Variable product = Mul(node_, j, PlacesBelow(node_, columns));
    const Variable rest =
        node_->Cast(node_->Op2("elementwise_mod", product, n_), kDouble);
    return ScaledBy(node_, Div(node_, rest, length_), 2 * M_PI);
  }

  Node* const node_;
  const Variable n_, length_;
};

// Cuts or pads the last axis, of `size` elements, to n.
Variable Fitted(Node* node, const Variable& x, const Variable& size,
                const Variable& n) {
  if (!x.is_valid()) return x;
  const Ints last{x.dims().rank() - 1};
  const Variable zero = Integers(node, {1}, Ints{0});
  const Variable part =
      CutAtRunTime(node, x, last, zero, node->Reshape(n, {1}));
  const Variable more = node->Reshape(AtLeast0(node, Sub(node, n, size)), {1});
  return PaddedAtRunTime(node, part, last, zero, more);
}

// The sizes of x [..., parts] around an axis that may be known only in a run.
struct Sizes {
  Variable all;   // without that of the parts
  Variable axis;  // bool: whether it is the axis, for each
  Variable outer, size, inner;
};

Variable Product(Node* node, const Variable& sizes) {
  return node->Op("reduce_prod", sizes, {{"reduce_all", true}});
}

// The axis became an input in version 20.
Variable AxisOf(Node* node, int rank) {
  if (node->opset() < 20 || !node->HasInput(2)) {
    const int64_t axis = node->opset() < 20 ? node->IntAttr("axis", 1) : -2;
    const int place = framework::NormalizeAxis(axis, rank);
    PADDLE_ENFORCE(place < rank - 1, InvalidArgument, "axis ", axis,
                   " has the parts of numbers");
    return Int(node, place);
  }
  const Variable given = CheckedIn(node, 2, -rank, rank - 2, "an axis of X");
  return CheckedAtRunTime(node, AddToNegative(node, given, Int(node, rank)), 0,
                          rank - 2,
                          "an axis of X, " + InputText(*node, 2) + ",");
}

Sizes SizesAround(Node* node, const Variable& x, const Variable& axis) {
  const int rank = x.dims().rank();
  Sizes sizes;
  sizes.all = node->Cast(
      Part(node, node->Op("shape", {{"Input", x}}), 0, 0, rank - 1), kInt);
  Ints places(rank - 1);
  std::iota(places.begin(), places.end(), 0);
  const Variable place = Integers(node, {rank - 1}, places);
  const Variable one = Int(node, 1);
  const auto product = [&](const char* relation) {
    return Product(
        node, Where(node, node->Op2(relation, place, axis), sizes.all, one));
  };
  sizes.axis = node->Op2("equal", place, axis);
  sizes.outer = product("less_than");
  sizes.size = product("equal");
  sizes.inner = product("greater_than");
  return sizes;
}

// Returns x in a shape of a run: integers one by one.
Variable Shaped(Node* node, const Variable& x,
                const std::vector<Variable>& sizes) {
  std::vector<Variable> vectors;
  for (const Variable& size : sizes) {
    vectors.push_back(node->Reshape(size, {1}));
  }
  const auto count = static_cast<int64_t>(sizes.size());
  return ReshapedAtRunTime(node, x, {Joined(node, vectors, 0), count},
                           /*zero_keeps=*/false);
}

}  // namespace

void DFTAtRunTime(Node* node) {
  const Variable x = node->In(0);
  const int rank = x.dims().rank();
  const bool inverse = node->IntAttr("inverse", 0) != 0;
  const bool half = node->IntAttr("onesided", 0) != 0;
  const Sizes sizes = SizesAround(node, x, AxisOf(node, rank));
  const std::string what = "the length of a transform";
  const Variable n =
      node->HasInput(1)
          ? CheckedIn(node, 1, 1, kMostElements, what)
          : CheckedAtRunTime(node,
                             inverse && half ? ScaledBy(node, sizes.size, 2, -2)
                                             : sizes.size,
                             1, kMostElements, what);
  const Transform transform(node, n);
  const Variable taken = inverse && half ? HalfOf(node, n) : n;
  // [outer, inner, elements] of each part.
  Complex parts = PartsOf(node, node->Cast(x, kDouble));
  for (Variable* part : {&parts.real, &parts.imaginary}) {
    if (!part->is_valid()) continue;
    const Variable turned = SwapAxes(
        node, Shaped(node, *part, {sizes.outer, sizes.size, sizes.inner}), 1,
        2);
    *part = Fitted(node, turned, sizes.size, taken);
  }
  const Variable columns = half && !inverse ? HalfOf(node, n) : n;
  const Variable shape = Where(node, sizes.axis, columns, sizes.all);
  const auto back = [&](const Variable& part) {
    return ReshapedAtRunTime(node, SwapAxes(node, part, 1, 2),
                             {shape, rank - 1}, /*zero_keeps=*/false);
  };
  if (inverse && half) {
    const Variable real = back(transform.RealOf(parts));
    return node->Out(0,
                     node->Cast(Unsqueezed(node, real, {rank - 1}), x.dtype()));
  }
  const Complex made = transform.Of(parts, columns, inverse);
  Variable out = Together(node, {back(made.real), back(made.imaginary)});
  if (inverse) out = transform.Divided(out);
  node->Out(0, node->Cast(out, x.dtype()));
}

void STFTAtRunTime(Node* node) {
  const Variable x = node->In(0);
  const Complex parts =
      x.dims().rank() == 3 ? PartsOf(node, x) : Complex{x, Variable()};
  const Variable size = SizeAlong(node, x, 1, kInt);
  const std::string what = "the length of a frame";
  const Variable length =
      node->HasInput(3)
          ? CheckedIn(node, 3, 1, kMostElements, what)
          : CheckedAtRunTime(node,
                             node->HasInput(2)
                                 ? SizeAlong(node, node->In(2), 0, kInt)
                                 : size,
                             1, kMostElements, what);
  const Variable step =
      CheckedIn(node, 1, 1, kMostMade, "the distance of frames");
  const Variable rest =
      node->Op2("elementwise_floordiv", Sub(node, size, length), step);
  const Variable frames = CheckedAtRunTime(node, ScaledBy(node, rest, 1, 1), 1,
                                           kMostMade, "the number of frames");
  const Variable begins =
      Unsqueezed(node, Mul(node, PlacesBelow(node, frames), step), {1});
  // [frames, length, 1]
  const Variable index =
      Unsqueezed(node, Add(node, begins, PlacesBelow(node, length)), {2});
  const auto framed = [&](const Variable& signal) {
    if (!signal.is_valid()) return signal;
    const Variable taken = node->Op(
        "gather_nd", {{"X", SwapAxes(node, signal, 0, 1)}, {"Index", index}});
    const Variable turned = Turned(node, taken, {2, 0, 1});
    return node->HasInput(2) ? Mul(node, turned, node->In(2)) : turned;
  };
  const bool half = node->IntAttr("onesided", 1) != 0;
  const Complex out = Transform(node, length)
                          .Of({framed(parts.real), framed(parts.imaginary)},
                              half ? HalfOf(node, length) : length,
                              /*inverse=*/false);
  node->Out(0, Together(node, out));
}

}  // namespace paddle::onnx
