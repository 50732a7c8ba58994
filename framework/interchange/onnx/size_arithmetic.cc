#include "paddle/framework/interchange/onnx/size_arithmetic.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"

#include "paddle/framework/types/symbolic_size.h"

namespace paddle::onnx {

SizeArray SizeVector(std::vector<Element> elements) {
  Dims dims{static_cast<int64_t>(elements.size())};
  return {DataType::kInt64, dims, std::move(elements)};
}

absl::optional<Ints> NumbersIn(Node* node, int i) {
  const auto array = node->SizesIn(i);
  if (!array || array->HasSymbols()) return absl::nullopt;
  Ints numbers;
  for (const Element& element : array->elements) {
    numbers.push_back(element.number());
  }
  return numbers;
}

namespace {

using Maker = BinaryElement (*)(framework::SizeAlgebra*);

template <Maker kMake>
MaybeSizes Binary(Node* node) {
  const auto x = node->SizesIn(0), y = node->SizesIn(1);
  // Operators before version 7 say themselves how they broadcast.
  if (!x || !y || node->opset() < 7 || x->dtype == DataType::kBool) {
    return absl::nullopt;
  }
  return Combine(*x, *y, kMake(&node->sizes()));
}

// Computes with numbers alone: whatever it is given a size for is not known.
template <typename Function>
MaybeSizes Numbers(Node* node, DataType type, Function function) {
  const auto x = node->SizesIn(0), y = node->SizesIn(1);
  if (!x || !y || node->opset() < 7 || x->HasSymbols() || y->HasSymbols()) {
    return absl::nullopt;
  }
  auto out = Combine(*x, *y, [&](const Element& a, const Element& b) {
    return absl::optional<Element>(function(a.number(), b.number()));
  });
  if (out) out->dtype = type;
  return out;
}

MaybeSizes Less(Node* node) {
  return Numbers(node, DataType::kBool,
                 [](int64_t a, int64_t b) { return a < b; });
}

MaybeSizes Greater(Node* node) {
  return Numbers(node, DataType::kBool,
                 [](int64_t a, int64_t b) { return a > b; });
}

MaybeSizes And(Node* node) {
  return Numbers(node, DataType::kBool,
                 [](int64_t a, int64_t b) { return a != 0 && b != 0; });
}

MaybeSizes Or(Node* node) {
  return Numbers(node, DataType::kBool,
                 [](int64_t a, int64_t b) { return a != 0 || b != 0; });
}

// The remainder of sizes, which are not negative: others are left alone.
MaybeSizes Mod(Node* node) {
  const auto x = node->SizesIn(0), y = node->SizesIn(1);
  if (!x || !y || x->HasSymbols() || y->HasSymbols()) return absl::nullopt;
  return Combine(
      *x, *y,
      [](const Element& a, const Element& b) -> absl::optional<Element> {
        if (a.number() < 0 || b.number() <= 0) return absl::nullopt;
        return Element(a.number() % b.number());
      });
}

template <bool kLargest>
MaybeSizes Extreme(Node* node) {
  const auto x = node->SizesIn(0);
  if (!x || node->num_inputs() != 2) return absl::nullopt;
  return Numbers(node, x->dtype, [](int64_t a, int64_t b) {
    return kLargest ? std::max(a, b) : std::min(a, b);
  });
}

// Changes each number of input 0.
template <typename Function>
MaybeSizes Each(Node* node, Function function) {
  auto array = node->SizesIn(0);
  if (!array || array->HasSymbols()) return absl::nullopt;
  for (Element& element : array->elements) {
    element = Element(function(element.number()));
  }
  return array;
}

MaybeSizes Neg(Node* node) {
  const auto zero_minus = [](int64_t a) {
    // As the operator does, without an overflow that is not defined.
    return static_cast<int64_t>(-static_cast<uint64_t>(a));
  };
  return Each(node, zero_minus);
}

MaybeSizes Not(Node* node) {
  return Each(node, [](int64_t a) { return int64_t{a == 0}; });
}

// True for a number below 0 and a size that cannot be one. Differences can:
// only sizes of plain axes, and sums, products and quotients of those cannot.
bool IsBelow(const framework::SizeAlgebra& sizes, const Element& number,
             const Element& size) {
  return !number.is_symbol() && number.number() < 0 && size.is_symbol() &&
         !absl::StrContains(sizes.Text(*size.size()), '-');
}

MaybeSizes Equal(Node* node) {
  const framework::SizeAlgebra& sizes = node->sizes();
  const auto x = node->SizesIn(0), y = node->SizesIn(1);
  if (!x || !y) return absl::nullopt;
  auto out = Combine(
      *x, *y,
      [&](const Element& a, const Element& b) -> absl::optional<Element> {
        if (a == b) return Element(1);
        const bool known = (!a.is_symbol() && !b.is_symbol()) ||
                           IsBelow(sizes, a, b) || IsBelow(sizes, b, a);
        if (!known) return absl::nullopt;
        return Element(0);
      });
  if (out) out->dtype = DataType::kBool;
  return out;
}

MaybeSizes Where(Node* node) {
  const auto condition = node->SizesIn(0), x = node->SizesIn(1),
             y = node->SizesIn(2);
  const bool known = condition && x && y && !condition->HasSymbols() &&
                     condition->dims == x->dims && x->dims == y->dims;
  if (!known) return absl::nullopt;
  SizeArray out = *x;
  for (size_t i = 0; i < out.elements.size(); ++i) {
    if (condition->elements[i].number() == 0) out.elements[i] = y->elements[i];
  }
  return out;
}

MaybeSizes ReduceProd(Node* node) {
  const auto x = node->SizesIn(0);
  const bool noop =
      node->opset() >= 18 && node->IntAttr("noop_with_empty_axes", 0) != 0;
  if (noop && !node->HasInput(1)) return x;
  const bool whole = !node->HasInput(1) && x && x->dims.rank() <= 1;
  if (!whole) return absl::nullopt;
  const BinaryElement multiply = MulElements(&node->sizes());
  Element product(1);
  for (const Element& element : x->elements) {
    const auto next = multiply(product, element);
    if (!next) return absl::nullopt;
    product = *next;
  }
  SizeArray out{x->dtype, {}, {product}};
  if (node->IntAttr("keepdims", 1) != 0) {
    out.dims = x->dims.rank() == 1 ? Dims({1}) : Dims();
  }
  return out;
}

MaybeSizes Range(Node* node) {
  const auto start = NumbersIn(node, 0), limit = NumbersIn(node, 1),
             delta = NumbersIn(node, 2);
  const bool known = start && limit && delta && start->size() == 1 &&
                     limit->size() == 1 && delta->size() == 1;
  if (!known || (*delta)[0] == 0) return absl::nullopt;
  const int64_t step = (*delta)[0];
  std::vector<Element> elements;
  for (int64_t i = (*start)[0]; step > 0 ? i < (*limit)[0] : i > (*limit)[0];) {
    if (elements.size() >= SizeArray::kMostElements) return absl::nullopt;
    elements.emplace_back(i);
    if (__builtin_add_overflow(i, step, &i)) break;
  }
  SizeArray out = SizeVector(std::move(elements));
  out.dtype = node->SizesIn(0)->dtype;
  return out;
}

}  // namespace

const EvaluatorTable& SizeArithmetic() {
  static const auto* table = new EvaluatorTable{
      {"Add", Binary<AddElements>},
      {"And", And},
      {"Div", Binary<DivElements>},
      {"Equal", Equal},
      {"Greater", Greater},
      {"Less", Less},
      {"Max", Extreme<true>},
      {"Min", Extreme<false>},
      {"Mod", Mod},
      {"Mul", Binary<MulElements>},
      {"Neg", Neg},
      {"Not", Not},
      {"Or", Or},
      {"Range", Range},
      {"ReduceProd", ReduceProd},
      {"Sub", Binary<SubElements>},
      {"Where", Where},
  };
  return *table;
}

}  // namespace paddle::onnx
