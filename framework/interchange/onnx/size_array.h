// Integer arrays of which some elements are sizes that are not known yet: what
// exporters compute from shapes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::onnx {

// A number, or the symbol of a size that is not known yet (symbolic_size.h). A
// number may be negative, so that it is told apart from a symbol.
class Element {
 public:
  Element(int64_t number = 0) : value_(number) {}  // NOLINT
  // Takes a size as dims have it.
  static Element OfSize(int64_t size);

  bool is_symbol() const { return symbol_; }
  // Returns the number; an internal error for a symbol.
  int64_t number() const;
  // Returns the size as dims have it; nothing for a negative number.
  absl::optional<int64_t> size() const;

  friend bool operator==(const Element& a, const Element& b) {
    return a.value_ == b.value_ && a.symbol_ == b.symbol_;
  }

 private:
  int64_t value_;
  bool symbol_ = false;
};

// An array in row-major order, of int64, int32 or bool.
struct SizeArray {
  // The most elements; larger ones are no sizes.
  static constexpr int64_t kMostElements = 4096;

  framework::DataType dtype = framework::DataType::kInt64;
  framework::Dims dims;
  std::vector<Element> elements;

  bool HasSymbols() const;
};

// Returns the elements of a tensor on the CPU; nothing for another data type,
// or for too many.
absl::optional<SizeArray> SizesOf(const framework::Tensor& tensor);

// Returns the array as a tensor; an internal error if it has symbols.
framework::Tensor ToTensor(const SizeArray& array);

// Returns what the function makes of each pair of elements of two arrays, which
// broadcast by NumPy's rule. Nothing if they do not broadcast, or where the
// function returns nothing.
using BinaryElement =
    std::function<absl::optional<Element>(const Element&, const Element&)>;
absl::optional<SizeArray> Combine(const SizeArray& x, const SizeArray& y,
                                  const BinaryElement& function);

// Return the function of one ONNX operator over two elements, whose results are
// exact: nothing where one depends on a size that is not known.
BinaryElement AddElements(framework::SizeAlgebra* sizes);
BinaryElement SubElements(framework::SizeAlgebra* sizes);
BinaryElement MulElements(framework::SizeAlgebra* sizes);
BinaryElement DivElements(framework::SizeAlgebra* sizes);

// Returns the parts with the indices `index` (in [0, size)) along an axis, in
// that order.
SizeArray TakeElements(const SizeArray& x, int axis,
                       const std::vector<int64_t>& index);

}  // namespace paddle::onnx
