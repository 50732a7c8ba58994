#include "paddle/framework/interchange/onnx/size_nodes.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "paddle/framework/interchange/onnx/size_arithmetic.h"
#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Returns an axis in [0, rank); nothing for one that is not there.
absl::optional<int> AxisIn(int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) return absl::nullopt;
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

MaybeSizes Shape(Node* node) {
  const Dims dims = node->DimsIn(0);
  const int64_t rank = dims.rank();
  const auto bounded = [rank](int64_t at) {
    return std::clamp<int64_t>(at < 0 ? at + rank : at, 0, rank);
  };
  const int64_t begin = bounded(node->IntAttr("start", 0));
  const int64_t end = bounded(node->IntAttr("end", rank));
  std::vector<Element> sizes;
  for (int64_t i = begin; i < end; ++i) {
    sizes.push_back(Element::OfSize(dims[static_cast<int>(i)]));
  }
  return SizeVector(std::move(sizes));
}

MaybeSizes Size(Node* node) {
  const BinaryElement multiply = MulElements(&node->sizes());
  Element product(1);
  for (int64_t size : node->DimsIn(0)) {
    const auto next = multiply(product, Element::OfSize(size));
    if (!next) return absl::nullopt;
    product = *next;
  }
  return SizeArray{DataType::kInt64, {}, {product}};
}

MaybeSizes Same(Node* node) { return node->SizesIn(0); }

MaybeSizes Cast(Node* node) {
  auto array = node->SizesIn(0);
  const int64_t to = node->RequiredInt("to");
  const bool integers =
      to == proto::TensorProto::INT64 || to == proto::TensorProto::INT32;
  if (!array || !integers) return absl::nullopt;
  array->dtype = TypeOf(to);
  return array;
}

MaybeSizes Gather(Node* node) {
  const auto x = node->SizesIn(0), index = node->SizesIn(1);
  if (!x || !index || index->HasSymbols()) return absl::nullopt;
  const auto axis = AxisIn(node->IntAttr("axis", 0), x->dims.rank());
  if (!axis) return absl::nullopt;
  Ints places;
  for (const Element& element : index->elements) {
    const int64_t i = element.number(), size = x->dims[*axis];
    if (i < -size || i >= size) return absl::nullopt;
    places.push_back(i < 0 ? i + size : i);
  }
  const int64_t rows = std::max<int64_t>(x->dims[*axis], 1);
  const int64_t row = static_cast<int64_t>(x->elements.size()) / rows;
  if (static_cast<int64_t>(places.size()) * row > SizeArray::kMostElements ||
      x->dims.rank() - 1 + index->dims.rank() > Dims::kMaxRank) {
    return absl::nullopt;
  }
  SizeArray out = TakeElements(*x, *axis, places);
  Dims dims = x->dims.Slice(0, *axis);
  for (int64_t size : index->dims) dims.Append(size);
  for (int64_t size : x->dims.Slice(*axis + 1, x->dims.rank())) {
    dims.Append(size);
  }
  out.dims = dims;
  return out;
}

// Returns the indices of start:end:step, as in NumPy.
Ints IndicesOf(int64_t start, int64_t end, int64_t step, int64_t size) {
  const int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
  if (start < 0) start += size;
  if (end < 0) end += size;
  start = std::clamp(start, low, high);
  end = std::clamp(end, low, high);
  Ints indices;
  for (int64_t i = start; step > 0 ? i < end : i > end; i += step) {
    indices.push_back(i);
  }
  return indices;
}

// Reads `starts`, `ends`, `axes` or `steps`.
absl::optional<Ints> SlicePart(Node* node, const char* name, int input,
                               const Ints& absent) {
  if (node->opset() < 10) return node->IntsAttr(name, absent);
  if (!node->HasInput(input)) return absent;
  return NumbersIn(node, input);
}

MaybeSizes Slice(Node* node) {
  auto x = node->SizesIn(0);
  if (!x) return absl::nullopt;
  const auto starts = SlicePart(node, "starts", 1, {});
  const auto ends = SlicePart(node, "ends", 2, {});
  if (!starts || !ends || starts->size() != ends->size()) return absl::nullopt;
  Ints all(starts->size());
  std::iota(all.begin(), all.end(), 0);
  const auto axes = SlicePart(node, "axes", 3, all);
  const auto steps = SlicePart(node, "steps", 4, Ints(starts->size(), 1));
  if (!axes || !steps || axes->size() != starts->size() ||
      steps->size() != starts->size()) {
    return absl::nullopt;
  }
  for (size_t i = 0; i < starts->size(); ++i) {
    const auto axis = AxisIn((*axes)[i], x->dims.rank());
    // Steps of sizes are small; a large one could overflow.
    const int64_t step = (*steps)[i];
    if (!axis || step == 0 || step > SizeArray::kMostElements ||
        step < -SizeArray::kMostElements) {
      return absl::nullopt;
    }
    x = TakeElements(*x, *axis,
                     IndicesOf((*starts)[i], (*ends)[i], step, x->dims[*axis]));
  }
  return x;
}

MaybeSizes Concat(Node* node) {
  SizeArray out = SizeVector({});
  for (int i = 0; i < node->num_inputs(); ++i) {
    const auto part = node->SizesIn(i);
    // Shapes are vectors; others are data.
    if (!part || part->dims.rank() != 1) return absl::nullopt;
    out.dtype = part->dtype;
    out.elements.insert(out.elements.end(), part->elements.begin(),
                        part->elements.end());
    if (out.elements.size() > SizeArray::kMostElements) return absl::nullopt;
  }
  out.dims = {static_cast<int64_t>(out.elements.size())};
  return out;
}

MaybeSizes Unsqueeze(Node* node) {
  auto array = node->SizesIn(0);
  const auto axes =
      node->opset() < 13 ? node->IntsAttr("axes", {}) : NumbersIn(node, 1);
  if (!array || !axes) return absl::nullopt;
  const int rank = array->dims.rank() + static_cast<int>(axes->size());
  if (rank > Dims::kMaxRank) return absl::nullopt;
  std::vector<bool> is_new(rank);
  for (int64_t axis : *axes) {
    const auto place = AxisIn(axis, rank);
    if (!place || is_new[*place]) return absl::nullopt;
    is_new[*place] = true;
  }
  Dims dims;
  for (int i = 0, old = 0; i < rank; ++i) {
    dims.Append(is_new[i] ? 1 : array->dims[old++]);
  }
  array->dims = dims;
  return array;
}

MaybeSizes Squeeze(Node* node) {
  auto array = node->SizesIn(0);
  if (!array || array->elements.size() != 1) return absl::nullopt;
  const bool given =
      node->opset() < 13 ? node->HasAttr("axes") : node->HasInput(1);
  // All sizes of one element are 1.
  const auto axes = !given               ? Ints()
                    : node->opset() < 13 ? node->IntsAttr("axes", {})
                                         : NumbersIn(node, 1);
  if (!axes) return absl::nullopt;
  const size_t taken = given ? axes->size() : array->dims.rank();
  if (taken > static_cast<size_t>(array->dims.rank())) return absl::nullopt;
  array->dims =
      array->dims.Slice(0, array->dims.rank() - static_cast<int>(taken));
  return array;
}

MaybeSizes Reshape(Node* node) {
  auto array = node->SizesIn(0);
  const auto shape =
      node->opset() < 5 ? node->IntsAttr("shape", {}) : NumbersIn(node, 1);
  const bool vector = shape && shape->size() <= 1;
  if (!array || !vector) return absl::nullopt;
  const int64_t count = static_cast<int64_t>(array->elements.size());
  if (shape->empty() && count != 1) return absl::nullopt;
  if (!shape->empty() && (*shape)[0] != -1 && (*shape)[0] != count) {
    return absl::nullopt;
  }
  array->dims = shape->empty() ? Dims() : Dims({count});
  return array;
}

MaybeSizes ConstantOfShape(Node* node) {
  const auto shape = NumbersIn(node, 0);
  if (!shape || shape->size() != 1 || !node->HasAttr("value")) {
    return absl::nullopt;
  }
  const auto value = SizesOf(node->TensorAttr("value"));
  const int64_t count = (*shape)[0];
  if (!value || value->elements.size() != 1 || count < 0 ||
      count > SizeArray::kMostElements) {
    return absl::nullopt;
  }
  SizeArray out = SizeVector(std::vector<Element>(count, value->elements[0]));
  out.dtype = value->dtype;
  return out;
}

const EvaluatorTable& SizeMoves() {
  static const auto* table = new EvaluatorTable{
      {"Cast", Cast},
      {"Concat", Concat},
      {"ConstantOfShape", ConstantOfShape},
      {"Gather", Gather},
      {"Identity", Same},
      {"Reshape", Reshape},
      {"Shape", Shape},
      {"Size", Size},
      {"Slice", Slice},
      {"Squeeze", Squeeze},
      {"Unsqueeze", Unsqueeze},
  };
  return *table;
}

// False for numbers that int32 does not hold, where the operator wraps around.
bool Fits(const SizeArray& array) {
  if (array.dtype != DataType::kInt32) return true;
  return std::all_of(
      array.elements.begin(), array.elements.end(), [](const Element& element) {
        return element.is_symbol() ||
               static_cast<int32_t>(element.number()) == element.number();
      });
}

}  // namespace

absl::optional<SizeArray> ComputeSizes(Node* node) {
  if (node->num_outputs() != 1) return absl::nullopt;
  for (const EvaluatorTable* table : {&SizeMoves(), &SizeArithmetic()}) {
    const auto found = table->find(node->proto().op_type());
    if (found == table->end()) continue;
    auto sizes = found->second(node);
    return sizes && Fits(*sizes) ? sizes : absl::nullopt;
  }
  return absl::nullopt;
}

}  // namespace paddle::onnx
