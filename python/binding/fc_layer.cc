// Binds the fully connected layer. Python also calls it with weight and bias as
// a pair, and with two variables; in C++ the latter is a function of its own.
#include <cstdint>
#include <tuple>
#include <variant>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/composed.h"
#include "paddle/python/binding/param_attr.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {

namespace py = pybind11;
using layer::FcOptions;
using layer::OptionalParamAttr;
using layer::ParamAttr;
using layer::Variable;

namespace {

struct WeightAndBias {
  ParamAttr weight;
  OptionalParamAttr bias;
};
using OptionalPair = absl::optional<WeightAndBias>;

struct FcArguments : FcOptions {
  OptionalPair params;

  static constexpr auto kArguments = std::tuple_cat(
      FcOptions::kArguments,
      std::make_tuple(layer::Argument("params", &FcArguments::params)));
};

// The number of columns, or the input of a layer that begins with its weight.
using SizeOrInput = std::variant<int64_t, Variable>;

}  // namespace

template <>
struct FromPython<OptionalPair> {
  static constexpr char kType[] = "WeightAndBias";
  using Given = Unread<OptionalPair>;
  static OptionalPair Read(const char*, Given given) {
    const py::handle pair = given.value;
    if (pair.is_none()) return absl::nullopt;
    PADDLE_ENFORCE(py::isinstance<py::sequence>(pair), TypeMismatch, kWanted,
                   ReprOf(pair));
    PADDLE_ENFORCE(!py::isinstance<py::str>(pair) && py::len(pair) == 2,
                   InvalidArgument, kWanted, ReprOf(pair));
    return WeightAndBias{ToParamAttr(pair[py::int_(0)]),
                         ToOptionalParamAttr(pair[py::int_(1)])};
  }
  static py::none Default(const OptionalPair&) { return {}; }
  static constexpr char kWanted[] =
      "fc: params is a pair of weight and bias, not ";
};

namespace {

bool IsDefault(const ParamAttr& attr) {
  const ParamAttr plain;
  return attr.name.empty() && !attr.initializer &&
         attr.learning_rate == plain.learning_rate &&
         attr.trainable == plain.trainable && !attr.regularizer &&
         !attr.gradient_clip && !attr.weight_norm;
}

bool HasDefaultParameters(const FcOptions& options) {
  return IsDefault(options.weight) && options.bias && IsDefault(*options.bias);
}

bool IsDefault(const FcArguments& given) {
  const FcArguments plain;
  return given.num_flatten_dims == plain.num_flatten_dims &&
         given.act == plain.act && given.name == plain.name &&
         HasDefaultParameters(given) && !given.params;
}

Variable FcOfWeight(const std::vector<Variable>& weight, const Variable& x,
                    const FcArguments& given) {
  PADDLE_ENFORCE(weight.size() == 1, TypeMismatch,
                 "fc(w, x) of two variables takes one weight, not ",
                 weight.size());
  PADDLE_ENFORCE(IsDefault(given), TypeMismatch,
                 "fc(w, x) of two variables takes no other argument");
  return layer::fc(weight[0], x);
}

Variable Fc(const std::vector<Variable>& inputs, const SizeOrInput& size,
            const FcArguments& given) {
  if (const auto* x = std::get_if<Variable>(&size)) {
    return FcOfWeight(inputs, *x, given);
  }
  FcOptions options = given;
  if (given.params) {
    PADDLE_ENFORCE(HasDefaultParameters(given), InvalidArgument,
                   "fc: either params or param_attr and bias_attr");
    options.weight = given.params->weight;
    options.bias = given.params->bias;
  }
  return layer::fc(inputs, std::get<int64_t>(size), options);
}

}  // namespace

void BindFcLayer(py::module_& module) {
  BindComposed(module, "fc", &Fc, py::arg("input"), py::arg("size") = 0);
}

}  // namespace paddle::python
