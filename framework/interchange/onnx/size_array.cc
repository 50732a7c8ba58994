#include "paddle/framework/interchange/onnx/size_array.h"

#include <algorithm>

#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::DataType;
using framework::Dims;
using framework::SizeAlgebra;
using framework::Tensor;

namespace {

constexpr size_t kLongestExpression = 200;

template <typename T>
std::vector<Element> ElementsOf(const Tensor& tensor) {
  const T* data = tensor.data<T>();
  std::vector<Element> elements;
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    elements.emplace_back(static_cast<int64_t>(data[i]));
  }
  return elements;
}

template <typename T>
void Store(const SizeArray& array, Tensor* out) {
  T* data = out->mutable_data<T>();
  for (const Element& element : array.elements) {
    *data++ = static_cast<T>(element.number());
  }
}

// Returns the dims to which two shapes broadcast.
absl::optional<Dims> Broadcast(const Dims& x, const Dims& y) {
  const int rank = std::max(x.rank(), y.rank());
  Dims out;
  for (int axis = 0; axis < rank; ++axis) {
    const int at_x = axis - (rank - x.rank()), at_y = axis - (rank - y.rank());
    const int64_t a = at_x < 0 ? 1 : x[at_x], b = at_y < 0 ? 1 : y[at_y];
    if (a != b && a != 1 && b != 1) return absl::nullopt;
    out.Append(a == 1 ? b : a);
  }
  return out;
}

// Returns the place in an array of `dims` of element `place` of one of `out`,
// to which it broadcasts.
int64_t PlaceIn(const Dims& dims, const Dims& out, int64_t place) {
  int64_t result = 0, step = 1;
  for (int axis = out.rank() - 1; axis >= 0; --axis) {
    const int64_t index = place % out[axis];
    place /= out[axis];
    const int own = axis - (out.rank() - dims.rank());
    if (own < 0) continue;
    if (dims[own] != 1) result += index * step;
    step *= dims[own];
  }
  return result;
}

using Arithmetic = int64_t (SizeAlgebra::*)(int64_t, int64_t);

// Computes with numbers by `numbers`, and with sizes by `symbols`.
absl::optional<Element> Compute(SizeAlgebra* sizes, Arithmetic symbols,
                                bool (*numbers)(int64_t, int64_t, int64_t*),
                                const Element& x, const Element& y) {
  if (!x.is_symbol() && !y.is_symbol()) {
    int64_t result = 0;
    if (numbers(x.number(), y.number(), &result)) return absl::nullopt;
    return Element(result);
  }
  const auto a = x.size(), b = y.size();
  if (!a || !b) return absl::nullopt;
  try {
    const int64_t result = (sizes->*symbols)(*a, *b);
    // Products of sums could grow beyond any memory.
    if (sizes->Text(result).size() > kLongestExpression) return absl::nullopt;
    return Element::OfSize(result);
  } catch (const platform::Error&) {
    return absl::nullopt;  // A difference below zero, or an overflow.
  }
}

BinaryElement WithSizes(SizeAlgebra* sizes, Arithmetic symbols,
                        bool (*numbers)(int64_t, int64_t, int64_t*)) {
  return [=](const Element& x, const Element& y) {
    return Compute(sizes, symbols, numbers, x, y);
  };
}

}  // namespace

Element Element::OfSize(int64_t size) {
  Element element(size);
  element.symbol_ = size < 0;
  return element;
}

int64_t Element::number() const {
  PADDLE_ENFORCE(!symbol_, Internal, "the number of a size that is not known");
  return value_;
}

absl::optional<int64_t> Element::size() const {
  if (!symbol_ && value_ < 0) return absl::nullopt;
  return value_;
}

bool SizeArray::HasSymbols() const {
  return std::any_of(elements.begin(), elements.end(),
                     [](const Element& e) { return e.is_symbol(); });
}

absl::optional<SizeArray> SizesOf(const Tensor& tensor) {
  if (tensor.numel() > SizeArray::kMostElements) return absl::nullopt;
  switch (tensor.dtype()) {
    case DataType::kInt64:
      return SizeArray{tensor.dtype(), tensor.dims(),
                       ElementsOf<int64_t>(tensor)};
    case DataType::kInt32:
      return SizeArray{tensor.dtype(), tensor.dims(),
                       ElementsOf<int32_t>(tensor)};
    case DataType::kBool:
      return SizeArray{tensor.dtype(), tensor.dims(), ElementsOf<bool>(tensor)};
    default:
      return absl::nullopt;
  }
}

Tensor ToTensor(const SizeArray& array) {
  Tensor out(array.dims, array.dtype);
  if (array.dtype == DataType::kInt64) {
    Store<int64_t>(array, &out);
  } else if (array.dtype == DataType::kInt32) {
    Store<int32_t>(array, &out);
  } else {
    Store<bool>(array, &out);
  }
  return out;
}

absl::optional<SizeArray> Combine(const SizeArray& x, const SizeArray& y,
                                  const BinaryElement& function) {
  const auto dims = Broadcast(x.dims, y.dims);
  if (!dims || dims->Numel() > SizeArray::kMostElements) return absl::nullopt;
  SizeArray out{x.dtype, *dims, {}};
  for (int64_t i = 0; i < dims->Numel(); ++i) {
    const auto result = function(x.elements[PlaceIn(x.dims, *dims, i)],
                                 y.elements[PlaceIn(y.dims, *dims, i)]);
    if (!result) return absl::nullopt;
    out.elements.push_back(*result);
  }
  return out;
}

BinaryElement AddElements(SizeAlgebra* sizes) {
  return WithSizes(sizes, &SizeAlgebra::Add,
                   [](int64_t a, int64_t b, int64_t* result) {
                     return __builtin_add_overflow(a, b, result);
                   });
}

BinaryElement SubElements(SizeAlgebra* sizes) {
  return WithSizes(sizes, &SizeAlgebra::Sub,
                   [](int64_t a, int64_t b, int64_t* result) {
                     return __builtin_sub_overflow(a, b, result);
                   });
}

BinaryElement MulElements(SizeAlgebra* sizes) {
  return WithSizes(sizes, &SizeAlgebra::Mul,
                   [](int64_t a, int64_t b, int64_t* result) {
                     return __builtin_mul_overflow(a, b, result);
                   });
}

BinaryElement DivElements(SizeAlgebra* sizes) {
  return WithSizes(sizes, &SizeAlgebra::Div,
                   [](int64_t a, int64_t b, int64_t* result) {
                     // -1 could overflow, and is no divisor of sizes.
                     if (b == 0 || b == -1) return true;
                     *result = a / b;
                     return false;
                   });
}

SizeArray TakeElements(const SizeArray& x, int axis,
                       const std::vector<int64_t>& index) {
  const Dims before = x.dims.Slice(0, axis);
  const Dims after = x.dims.Slice(axis + 1, x.dims.rank());
  const int64_t inner = after.Numel(), size = x.dims[axis];
  SizeArray out{x.dtype, x.dims, {}};
  out.dims[axis] = static_cast<int64_t>(index.size());
  for (int64_t outer = 0; outer < before.Numel(); ++outer) {
    for (int64_t i : index) {
      const auto begin = x.elements.begin() + (outer * size + i) * inner;
      out.elements.insert(out.elements.end(), begin, begin + inner);
    }
  }
  return out;
}

}  // namespace paddle::onnx
