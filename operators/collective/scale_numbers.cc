#include "paddle/operators/collective/scale_numbers.h"

#include <cstring>
#include <type_traits>

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Tensor;

// Calls visit(T(), B()) for the tensor's type and that of its bucket.
template <class Visitor>
void VisitFloating(DataType type, Visitor&& visit) {
  framework::VisitDataType(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T>) {
      PADDLE_THROW(InvalidArgument, "numbers of ",
                   framework::DataTypeName(type),
                   " cannot be scaled without rounding");
    } else {
      using Bucket =
          std::conditional_t<std::is_same_v<T, double>, double, float>;
      visit(T(), Bucket());
    }
  });
}

}  // namespace

void PackNumbers(const Tensor& from, double factor, void* bucket) {
  VisitFloating(from.dtype(), [&](auto number, auto packed) {
    using T = decltype(number);
    using Bucket = decltype(packed);
    const T* x = from.data<T>();
    Bucket* out = static_cast<Bucket*>(bucket);
    const int64_t count = from.numel();
    if (std::is_same_v<T, Bucket> && factor == 1) {
      std::memcpy(out, x, count * sizeof(T));
      return;
    }
    const Bucket scale = static_cast<Bucket>(factor);
    for (int64_t i = 0; i < count; ++i) {
      out[i] = static_cast<Bucket>(x[i]) * scale;
    }
  });
}

void UnpackNumbers(const void* bucket, double divisor, Tensor* to) {
  VisitFloating(to->dtype(), [&](auto number, auto packed) {
    using T = decltype(number);
    using Bucket = decltype(packed);
    const Bucket* x = static_cast<const Bucket*>(bucket);
    T* out = to->mutable_data<T>();
    const Bucket by = static_cast<Bucket>(divisor);
    const int64_t count = to->numel();
    for (int64_t i = 0; i < count; ++i) out[i] = static_cast<T>(x[i] / by);
  });
}

void MultiplyNumbers(const Tensor& from, double factor, Tensor* to) {
  VisitFloating(from.dtype(), [&](auto number, auto packed) {
    using T = decltype(number);
    using Bucket = decltype(packed);
    const T* x = from.data<T>();
    T* out = to->mutable_data<T>();
    const Bucket by = static_cast<Bucket>(factor);
    for (int64_t i = 0; i < from.numel(); ++i) {
      out[i] = static_cast<T>(static_cast<Bucket>(x[i]) * by);
    }
  });
}

void DivideNumbers(double divisor, Tensor* tensor) {
  VisitFloating(tensor->dtype(), [&](auto number, auto packed) {
    using T = decltype(number);
    using Bucket = decltype(packed);
    T* numbers = tensor->mutable_data<T>();
    const Bucket by = static_cast<Bucket>(divisor);
    const int64_t count = tensor->numel();
    for (int64_t i = 0; i < count; ++i) {
      numbers[i] = static_cast<T>(static_cast<Bucket>(numbers[i]) / by);
    }
  });
}

}  // namespace paddle::operators
