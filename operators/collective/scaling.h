// Scales numbers from one array to another, on any device.
#pragma once

#include <cstdint>
#include <type_traits>

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::internal {

// An array of numbers of floating point, and where its multiples go.
struct Scaling {
  const void* from;
  void* to;
  int64_t count;
  framework::DataType type;  // of the numbers outside a bucket
  // Whether each array is a bucket, of float64 if `type` is, else of float32.
  bool from_bucket;
  bool to_bucket;
  double by;
  bool divides;  // otherwise it multiplies
};

template <class T>
struct Multiplied {
  PADDLE_HOST_DEVICE T operator()(T number) const { return number * by; }
  T by;
};

template <class T>
struct Divided {
  PADDLE_HOST_DEVICE T operator()(T number) const { return number / by; }
  T by;
};

// Calls loop(from, to, function), where `function` takes the numbers of `from`
// in the type of the bucket, and its results are to be rounded to those of
// `to`. InvalidArgument for types that are not of floating point.
template <class Loop>
void VisitScaling(const Scaling& scaling, const Loop& loop) {
  framework::VisitDataType(scaling.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T>) {
      PADDLE_THROW(InvalidArgument, "numbers of ",
                   framework::DataTypeName(scaling.type),
                   " cannot be scaled without rounding");
    } else {
      using Bucket = platform::Accumulator<T>;
      const auto run = [&](auto* from, auto* to) {
        const Bucket by = static_cast<Bucket>(scaling.by);
        if (scaling.divides) return loop(from, to, Divided<Bucket>{by});
        loop(from, to, Multiplied<Bucket>{by});
      };
      const auto* const from = static_cast<const T*>(scaling.from);
      auto* const to = static_cast<T*>(scaling.to);
      if (scaling.from_bucket) {
        run(static_cast<const Bucket*>(scaling.from), to);
      } else if (scaling.to_bucket) {
        run(from, static_cast<Bucket*>(scaling.to));
      } else {
        run(from, to);
      }
    }
  });
}

// The half for GPUs, in scale_numbers.cu or scale_numbers_stub.cc.
void ScaleOnCUDA(const platform::DeviceContext& device, const Scaling& scaling);

}  // namespace paddle::operators::internal
