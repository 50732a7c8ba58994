#include "paddle/framework/tensor/printing.h"

#include <algorithm>
#include <type_traits>

#include "absl/strings/str_cat.h"

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/platform/small_numbers_convert.h"

namespace paddle::framework {
namespace {

template <typename T>
std::string ElementText(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (platform::kIsSmall<T>) {
    return absl::StrCat(platform::ValueOf(value));
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    return absl::StrCat(value);
    // int8 and uint8 are numbers, but StrCat would print them as characters.
  } else if constexpr (std::is_integral_v<T>) {
    return absl::StrCat(static_cast<int64_t>(value));
  } else if constexpr (platform::kIsHalf<T>) {
    return absl::StrCat(static_cast<float>(value));
  } else {
    return absl::StrCat(value);
  }
}

template <typename T>
std::string ListText(const T* values, int64_t count, int64_t max_elements) {
  const int64_t shown = std::clamp<int64_t>(max_elements, 0, count);
  std::string text = "{";
  for (int64_t i = 0; i < shown; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ", ", ElementText(values[i]));
  }
  if (shown < count) {
    absl::StrAppend(&text, shown == 0 ? "" : ", ", "...", count - shown,
                    " more");
  }
  return text + "}";
}

std::string Elements(const Tensor& tensor, int64_t max_elements) {
  // Not an error: messages are about tensors in any state.
  if (!tensor.initialized()) return "not initialised";
  const Tensor local = OnCPU(tensor);
  return VisitAnyDataType(local.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    return ListText(local.data<T>(), local.numel(), max_elements);
  });
}

std::string TypeAndDims(const Tensor& tensor) {
  return absl::StrCat(DataTypeName(tensor.dtype()), " ",
                      tensor.dims().ToString(), " ");
}

}  // namespace

std::string ToString(const Tensor& tensor, int64_t max_elements) {
  return TypeAndDims(tensor) + Elements(tensor, max_elements);
}

std::string ToString(const LoDTensor& tensor, int64_t max_elements) {
  const std::string lod =
      tensor.lod() == nullptr ? "" : "lod " + tensor.lod()->ToString() + " ";
  return TypeAndDims(tensor) + lod + Elements(tensor, max_elements);
}

std::string ToString(const SelectedRows& rows, int64_t max_elements) {
  const auto count = static_cast<int64_t>(rows.rows().size());
  return absl::StrCat(
      "rows ", ListText(rows.rows().data(), count, max_elements), " of ",
      rows.height(), ", ", ToString(rows.value(), max_elements));
}

}  // namespace paddle::framework
