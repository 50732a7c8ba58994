#include "paddle/operators/normalization/mixed_precision_vector.h"

#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/float16.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Tensor;

// Calls visit(TypeTag<T>) with the type of a tensor that a kernel of A may
// meet: A or a 16-bit type. Throws TypeMismatch for any other.
template <typename A, typename Visit>
void WithType(DataType type, const Visit& visit) {
  if (type == framework::DataTypeOf<A>()) {
    visit(framework::TypeTag<A>());
  } else if (type == DataType::kFloat16) {
    visit(framework::TypeTag<platform::float16>());
  } else {
    PADDLE_ENFORCE(type == DataType::kBFloat16, TypeMismatch, "a vector of ",
                   framework::DataTypeName(type),
                   " in a kernel that computes in ",
                   framework::DataTypeName(framework::DataTypeOf<A>()));
    visit(framework::TypeTag<platform::bfloat16>());
  }
}

}  // namespace

template <typename A>
const A* ReadVector(const Tensor& x, A* space) {
  // The usual case costs no copy.
  if (x.dtype() == framework::DataTypeOf<A>()) return x.data<A>();
  WithType<A>(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* data = x.data<T>();
    std::transform(data, data + x.numel(), space,
                   [](T value) { return static_cast<A>(value); });
  });
  return space;
}

template <typename A>
const A* ReadVector(const Tensor* x, int64_t count, A otherwise, A* space) {
  if (x != nullptr) return ReadVector(*x, space);
  std::fill_n(space, count, otherwise);
  return space;
}

template <typename A>
void WriteVector(const A* values, Tensor* out) {
  if (out == nullptr) return;
  WithType<A>(out->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::transform(values, values + out->numel(), out->mutable_data<T>(),
                   [](A value) { return T(value); });
  });
}

#define PADDLE_INSTANTIATE_(A)                                    \
  template const A* ReadVector<A>(const Tensor&, A*);             \
  template const A* ReadVector<A>(const Tensor*, int64_t, A, A*); \
  template void WriteVector<A>(const A*, Tensor*);
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)
#undef PADDLE_INSTANTIATE_

}  // namespace paddle::operators::kernels
