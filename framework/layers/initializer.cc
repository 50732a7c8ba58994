#include "paddle/framework/layers/initializer.h"

#include <cmath>
#include <string>
#include <utility>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

using framework::AttributeMap;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

namespace {

// Returns an operator that fills `parameter` as `attrs` say.
OpDesc Filling(const char* type, const VarDesc& parameter, AttributeMap attrs) {
  const auto& dims = parameter.dims();
  attrs.emplace_back("shape", std::vector<int64_t>(dims.begin(), dims.end()));
  attrs.emplace_back("dtype",
                     std::string(framework::DataTypeName(
                         framework::DataTypeFromNumber(parameter.dtype()))));
  return framework::MakeOp(type, {}, {{"Out", {parameter.name()}}}, attrs);
}

// Returns an initializer with mean zero and the given variance.
Initializer WithVariance(bool uniform, double variance, int64_t seed) {
  if (!uniform) return initializer::Normal(0, std::sqrt(variance), seed);
  // The variance of a uniform distribution on [-a, a] is a^2 / 3.
  const double limit = std::sqrt(3 * variance);
  return initializer::Uniform(-limit, limit, seed);
}

// `what` generates or scales random values, which must not become NaN.
double Finite(const char* what, double value) {
  PADDLE_ENFORCE(std::isfinite(value), InvalidArgument, what,
                 " of an initializer is finite, not ", value);
  return value;
}

// Returns the initializer by an operator that draws from a normal distribution.
Initializer NormalBy(const char* type, double mean, double std, int64_t seed) {
  Finite("the mean", mean);
  PADDLE_ENFORCE(Finite("the standard deviation", std) >= 0, InvalidArgument,
                 "the standard deviation of an initializer is not negative, "
                 "as ",
                 std, " is");
  return [=](const VarDesc& parameter) {
    return Filling(type, parameter,
                   {{"mean", mean}, {"std", std}, {"seed", seed}});
  };
}

// Returns the weight of linear interpolation at a position of a one-axis
// filter.
double Tent(int64_t position, int64_t size) {
  const double factor = (size + 1) / 2;  // rounded down
  const double center = size % 2 == 1 ? factor - 1 : factor - 0.5;
  return 1 - std::fabs(position - center) / factor;
}

}  // namespace

Fans FansOf(const VarDesc& parameter) {
  const auto& dims = parameter.dims();
  if (dims.empty()) return {};
  // A vector has no direction, so both fans are its size.
  if (dims.size() == 1) return {double(dims[0]), double(dims[0])};
  if (dims.size() == 2) return {double(dims[0]), double(dims[1])};
  double receptive_field = 1;
  for (int i = 2; i < dims.size(); ++i) receptive_field *= dims[i];
  return {dims[1] * receptive_field, dims[0] * receptive_field};
}

namespace initializer {

Initializer Constant(Number value) {
  return [=](const VarDesc& parameter) {
    return Filling("fill_constant", parameter, {{"value", AttributeOf(value)}});
  };
}

Initializer Uniform(double low, double high, int64_t seed) {
  PADDLE_ENFORCE(
      Finite("the lower bound", low) <= Finite("the upper bound", high),
      InvalidArgument, "the lower bound of a uniform distribution is ", low,
      ", above the upper one, ", high);
  return [=](const VarDesc& parameter) {
    return Filling("uniform_random", parameter,
                   {{"min", low}, {"max", high}, {"seed", seed}});
  };
}

Initializer Normal(double mean, double std, int64_t seed) {
  return NormalBy("gaussian_random", mean, std, seed);
}

Initializer TruncatedNormal(double mean, double std, int64_t seed) {
  return NormalBy("truncated_gaussian_random", mean, std, seed);
}

Initializer Xavier(bool uniform, double fan_in, double fan_out, int64_t seed) {
  Finite("fan_in", fan_in);
  Finite("fan_out", fan_out);
  return [=](const VarDesc& parameter) {
    const Fans fans = FansOf(parameter);
    // At least 1, so that an empty parameter does not divide by 0.
    const double sum =
        (fan_in > 0 ? fan_in : fans.in) + (fan_out > 0 ? fan_out : fans.out);
    return WithVariance(uniform, 2 / std::fmax(sum, 1), seed)(parameter);
  };
}

Initializer MSRA(bool uniform, double fan_in, int64_t seed) {
  Finite("fan_in", fan_in);
  return [=](const VarDesc& parameter) {
    const double in = fan_in > 0 ? fan_in : FansOf(parameter).in;
    return WithVariance(uniform, 2 / std::fmax(in, 1), seed)(parameter);
  };
}

Initializer Bilinear() {
  return [](const VarDesc& parameter) {
    const auto& dims = parameter.dims();
    PADDLE_ENFORCE(dims.size() == 4, InvalidArgument, "parameter '",
                   parameter.name(),
                   "' is no set of filters [.., .., h, w] to interpolate with: "
                   "its rank is ",
                   dims.size());
    std::vector<double> values;
    // All filters are equal: each channel is enlarged by itself.
    for (int64_t filter = 0; filter < dims[0] * dims[1]; ++filter) {
      for (int64_t y = 0; y < dims[2]; ++y) {
        for (int64_t x = 0; x < dims[3]; ++x) {
          values.push_back(Tent(y, dims[2]) * Tent(x, dims[3]));
        }
      }
    }
    return Filling("assign_value", parameter, {{"values", values}});
  };
}

Initializer Orthogonal(double gain, int64_t seed) {
  Finite("the gain", gain);
  return [=](const VarDesc& parameter) {
    PADDLE_ENFORCE(parameter.dims().size() >= 2, InvalidArgument, "parameter '",
                   parameter.name(), "' cannot be orthogonal: its rank is ",
                   parameter.dims().size(), ", not at least 2");
    return Filling("orthogonal_random", parameter,
                   {{"gain", gain}, {"seed", seed}});
  };
}

Initializer Values(Numbers values) {
  return [values = std::move(values)](const VarDesc& parameter) {
    // The shape is known only when the initializer is used.
    int64_t count = 1;
    for (int64_t size : parameter.dims()) count *= size;
    PADDLE_ENFORCE(static_cast<int64_t>(values.size()) == count,
                   InvalidArgument, "parameter '", parameter.name(), "' takes ",
                   count, " values, not ", values.size());
    return Filling("assign_value", parameter,
                   {{"values", AttributeOf(values)}});
  };
}

}  // namespace initializer
}  // namespace paddle::layer
