#include "paddle/operators/math/rows/device_functions.h"

#include <cstdint>
#include <type_traits>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/concat.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/rows/sequence_batch.h"
#include "paddle/operators/math/rows/sum.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels::internal {
namespace {

using framework::Number;
using framework::SelectedRows;
using framework::Tensor;
using Context = platform::DeviceContext;
using Rows = DeviceFunctions::Rows;
using Inputs = DeviceFunctions::Inputs;

// Restores the type that the place of the context says.
template <class Device>
const Device& As(const Context& context) {
  return static_cast<const Device&>(context);
}

template <typename T>
constexpr bool kHasSum =
    std::is_same_v<T, float> || std::is_same_v<T, double> ||
    std::is_same_v<T, int32_t> || std::is_same_v<T, int64_t> ||
    platform::kIsHalf<T>;

// Calls visit(tag) for a data type that Sum has; the others throw instead of
// failing to link.
template <typename Visit>
void VisitSummed(framework::DataType dtype, const Visit& visit) {
  framework::VisitDataType(dtype, [&](auto tag) {
    if constexpr (kHasSum<typename decltype(tag)::type>) {
      visit(tag);
    } else {
      PADDLE_THROW(TypeMismatch, "tensors of ", framework::DataTypeName(dtype),
                   " are added up");
    }
  });
}

template <class Device>
void SumOf(const Context& context, Inputs inputs, Tensor* out) {
  VisitSummed(out->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    Sum<Device, T>(As<Device>(context), inputs, out);
  });
}

template <class Device>
void AddRowsTo(const Context& context, const SelectedRows& rows, Tensor* out) {
  VisitSummed(out->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    AddRows<Device, T>(As<Device>(context), rows, out);
  });
}

}  // namespace

template <class Device>
const DeviceFunctions* FunctionsOf() {
  static constexpr DeviceFunctions kFunctions = {
      [](const Context& context, const Number& value, Tensor* out) {
        Fill(As<Device>(context), value, out);
      },
      [](const Context& context, const Tensor& x, Rows rows, Tensor* out) {
        GatherRows(As<Device>(context), x, rows, out);
      },
      [](const Context& context, const Tensor& x, Rows rows, Tensor* out) {
        ScatterRows(As<Device>(context), x, rows, out);
      },
      [](const Context& context, Inputs inputs, int axis, Tensor* out) {
        Concat(As<Device>(context), inputs, axis, out);
      },
      [](const Context& context, const Tensor& x, int axis, Rows sizes,
         absl::Span<Tensor* const> outputs) {
        Split(As<Device>(context), x, axis, sizes, outputs);
      },
      &SumOf<Device>,
      &AddRowsTo<Device>,
  };
  return &kFunctions;
}

PADDLE_INSTANTIATE_ONE(FunctionsOf<PADDLE_TARGET_DEVICE>);

}  // namespace paddle::operators::kernels::internal
