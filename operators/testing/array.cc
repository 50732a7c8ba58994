#include "paddle/operators/testing/array.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/small_numbers_convert.h"

namespace paddle::operators::testing {

using framework::DataType;
using framework::Dims;
using framework::SelectedRows;
using framework::Tensor;

namespace {

template <typename T>
T FromDouble(double value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(value);
  } else if constexpr (platform::kIsSmallInteger<T>) {
    return platform::SmallInteger<T>(static_cast<int64_t>(value));
  } else if constexpr (platform::kIsSmall<T>) {
    return platform::SmallFloat<T>(value, platform::SmallRounding());
  } else {
    return T(static_cast<float>(value));
  }
}

template <typename T>
double ToDouble(T value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<double>(value);
  } else if constexpr (platform::kIsSmall<T>) {
    return static_cast<double>(platform::ValueOf(value));
  } else {
    return static_cast<float>(value);
  }
}

Array Dense(const SelectedRows& rows) {
  rows.Check();
  const Array value = ToArray(rows.value());
  Array dense(rows.DenseDims());
  const int64_t count = static_cast<int64_t>(rows.rows().size());
  const int64_t width = count == 0 ? 0 : value.numel() / count;
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t j = 0; j < width; ++j) {
      dense[rows.rows()[i] * width + j] += value[i * width + j];
    }
  }
  return dense;
}

bool Close(double expected, double got, double tolerance) {
  if (std::isnan(expected) || std::isnan(got)) {
    return std::isnan(expected) && std::isnan(got);
  }
  if (expected == got) return true;
  if (std::isinf(expected) || std::isinf(got)) return false;
  return std::abs(got - expected) <=
         tolerance * std::max(1.0, std::abs(expected));
}

std::string IndexText(const Dims& dims, int64_t element) {
  std::vector<int64_t> index(dims.rank());
  for (int axis = dims.rank() - 1; axis >= 0; --axis) {
    index[axis] = element % dims[axis];
    element /= dims[axis];
  }
  return absl::StrCat("[", absl::StrJoin(index, ", "), "]");
}

std::string LoDText(const framework::LoDPtr& lod) {
  return lod == nullptr ? "none" : lod->ToString();
}

}  // namespace

Array Array::Map(const std::function<double(double)>& f) const {
  Array result = *this;
  for (double& value : result.values) value = f(value);
  return result;
}

int64_t Array::Offset(std::initializer_list<int64_t> index) const {
  PADDLE_ENFORCE_EQ(index.size(), dims.rank(), "an index of ", dims.ToString());
  int64_t offset = 0;
  int axis = 0;
  for (int64_t i : index) {
    PADDLE_ENFORCE(i >= 0 && i < dims[axis], OutOfRange, "index ", i,
                   " of axis ", axis, " of ", dims.ToString());
    offset = offset * dims[axis++] + i;
  }
  return offset;
}

Array ToArray(const Tensor& tensor) {
  PADDLE_ENFORCE(tensor.initialized(), FailedPrecondition,
                 "the value was never made");
  const Tensor host = OnCPU(tensor);
  Array array(host.dims());
  framework::VisitAnyDataType(host.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* data = host.data<T>();
    std::transform(data, data + host.numel(), array.values.begin(),
                   ToDouble<T>);
  });
  return array;
}

Array ToArray(const framework::Variable& variable) {
  if (variable.Is<SelectedRows>()) return Dense(variable.Get<SelectedRows>());
  const auto& tensor = variable.Get<framework::LoDTensor>();
  Array array = ToArray(static_cast<const Tensor&>(tensor));
  array.lod = tensor.lod();
  return array;
}

void Fill(const Array& array, Tensor* tensor) {
  PADDLE_ENFORCE_EQ(array.dims, tensor->dims(), "Fill");
  framework::VisitAnyDataType(tensor->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::transform(array.values.begin(), array.values.end(),
                   tensor->mutable_data<T>(), FromDouble<T>);
  });
}

Array Rounded(const Array& array, DataType dtype) {
  Tensor tensor(array.dims, dtype);
  Fill(array, &tensor);
  Array result = ToArray(tensor);
  result.lod = array.lod;
  return result;
}

std::string Difference(const Array& expected, const Array& got,
                       double tolerance) {
  if (expected.dims != got.dims) {
    return absl::StrCat("expected dims ", expected.dims.ToString(), ", got ",
                        got.dims.ToString());
  }
  if (!framework::SameLoD(expected.lod, got.lod)) {
    return absl::StrCat("expected sequences ", LoDText(expected.lod), ", got ",
                        LoDText(got.lod));
  }
  int64_t first = -1;
  int64_t count = 0;
  for (int64_t i = 0; i < got.numel(); ++i) {
    if (Close(expected[i], got[i], tolerance)) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return "";
  return absl::StrCat("at ", IndexText(got.dims, first), ": expected ",
                      absl::SixDigits(expected[first]), ", got ",
                      absl::SixDigits(got[first]), " (difference ",
                      absl::SixDigits(got[first] - expected[first]), "; ",
                      count, " of ", got.numel(), " elements differ)");
}

}  // namespace paddle::operators::testing
