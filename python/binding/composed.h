// Binds composed layers as functions of the module paddle.core._composed, with
// the keywords and defaults that their options list: see
// framework/layers/argument.h. From the signature in a function's documentation
// the package makes its own function: see paddle/_composed.py.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

class Padding;
class Sizes;
struct Size2;

}  // namespace paddle::layer

namespace paddle::python {

// Says how an argument of type T comes from Python: pybind11 takes a Given, of
// which Read makes a T, and Default is what a signature shows. By default the
// conversions are those of pybind11.
template <typename T>
struct FromPython {
  using Given = T;
  static T Read(const char*, Given given) { return given; }
  static T Default(T value) { return value; }
};

// Holds what pybind11 makes a T of, or nothing for None.
template <typename T>
struct OrNone {
  absl::optional<T> value;
};

// None means that there is no value.
template <typename T>
struct FromPython<absl::optional<T>> {
  using Given = OrNone<T>;
  static absl::optional<T> Read(const char*, Given given) {
    return std::move(given.value);
  }
  static pybind11::object Default(const absl::optional<T>& value) {
    if (!value.has_value()) return pybind11::none();
    return pybind11::cast(*value);
  }
};

// None means an empty list, where that is the default.
template <>
struct FromPython<std::vector<int64_t>> {
  using Optional = FromPython<absl::optional<std::vector<int64_t>>>;
  using Given = Optional::Given;
  static std::vector<int64_t> Read(const char*, Given given) {
    return std::move(given.value).value_or(std::vector<int64_t>());
  }
  static pybind11::object Default(const std::vector<int64_t>& value) {
    if (value.empty()) return pybind11::none();
    return pybind11::cast(value);
  }
};

// Holds an object that FromPython<T> reads; signatures call its type by the
// kType of FromPython<T>.
template <typename T>
struct Unread {
  pybind11::handle value;
};

// None means that a variable is not given.
template <>
struct FromPython<layer::Variable> {
  using Given = const layer::Variable*;
  static layer::Variable Read(const char*, Given given) {
    return given == nullptr ? layer::Variable() : *given;
  }
  static pybind11::none Default(const layer::Variable&) { return {}; }
};

// Declares how types are read that Python has several forms for. The types have
// the names that paddle/_composed.py gives them. Read throws TypeMismatch,
// InvalidArgument or OutOfRange, naming `what` where that helps.
#define PADDLE_FROM_PYTHON(type, name)                  \
  template <>                                           \
  struct FromPython<type> {                             \
    static constexpr char kType[] = name;               \
    using Given = Unread<type>;                         \
    static type Read(const char* what, Given given);    \
    static pybind11::object Default(const type& value); \
  }

PADDLE_FROM_PYTHON(layer::Size2, "Size");
PADDLE_FROM_PYTHON(layer::Sizes, "Size");
PADDLE_FROM_PYTHON(layer::Padding, "PaddingLike");
PADDLE_FROM_PYTHON(layer::ParamAttr, "ParamLike");
PADDLE_FROM_PYTHON(layer::OptionalParamAttr, "BiasLike");
PADDLE_FROM_PYTHON(layer::DataType, "DType");

#undef PADDLE_FROM_PYTHON

// A single variable counts as a list of one.
template <>
struct FromPython<std::vector<layer::Variable>> {
  static constexpr char kType[] = "Variables";
  using Given = Unread<std::vector<layer::Variable>>;
  static std::vector<layer::Variable> Read(const char* what, Given given);
};

namespace internal {

template <typename T>
using Given = typename FromPython<T>::Given;

// Stands for options where a layer has none.
struct NoOptions {};

// A variable or a list without default must not be None.
template <typename T>
pybind11::arg Required(pybind11::arg argument) {
  return argument.none(!std::is_same_v<T, layer::Variable> &&
                       !std::is_same_v<T, std::vector<int64_t>>);
}
template <typename T>
const pybind11::arg_v& Required(const pybind11::arg_v& argument) {
  return argument;
}

template <typename V>
pybind11::arg_v WithDefault(const V& value, const char* name) {
  return pybind11::arg(name) = FromPython<V>::Default(value);
}

// Binds a layer that takes sizeof...(I) arguments by `names` and then, unless
// Options is NoOptions, one struct of options with `fields`.
template <typename Options, typename Result, typename... Args, size_t... I,
          typename Names, typename... Fields>
void Define(pybind11::module_& module, const char* name,
            Result (*layer)(Args...), std::index_sequence<I...>,
            const Names& names, const Fields&... fields) {
  using All = std::tuple<std::decay_t<Args>...>;
  module.def(
      name,
      [=](Given<std::tuple_element_t<I, All>>... given,
          Given<typename Fields::Value>... values) {
        if constexpr (std::is_same_v<Options, NoOptions>) {
          return layer(
              FromPython<std::tuple_element_t<I, All>>::Read(name, given)...);
        } else {
          Options options;
          ((options.*fields.member =
                FromPython<typename Fields::Value>::Read(fields.name, values)),
           ...);
          return layer(
              FromPython<std::tuple_element_t<I, All>>::Read(name, given)...,
              options);
        }
      },
      Required<std::tuple_element_t<I, All>>(std::get<I>(names))...,
      WithDefault(Options().*fields.member, fields.name)...);
}

}  // namespace internal

// Binds a function by its name. `names` are py::arg of its parameters, those of
// its last one excepted if that is a struct of options: these follow by the
// names of Options::kArguments.
template <typename Result, typename... Args, typename... Names>
void BindFunction(pybind11::module_& module, const char* name,
                  Result (*function)(Args...), const Names&... names) {
  const auto define = [&](auto options, const auto&... fields) {
    internal::Define<decltype(options)>(module, name, function,
                                        std::index_sequence_for<Names...>(),
                                        std::tie(names...), fields...);
  };
  if constexpr (sizeof...(Names) == sizeof...(Args)) {
    define(internal::NoOptions());
  } else {
    using Options = std::decay_t<
        std::tuple_element_t<sizeof...(Names), std::tuple<Args...>>>;
    std::apply([&](const auto&... fields) { define(Options(), fields...); },
               Options::kArguments);
  }
}

// Binds a layer like BindFunction, as a function of the module of layers.
template <typename Result, typename... Args, typename... Names>
void BindComposed(pybind11::module_& module, const char* name,
                  Result (*layer)(Args...), const Names&... names) {
  auto composed = module.def_submodule("_composed");
  BindFunction(composed, name, layer, names...);
}

}  // namespace paddle::python

namespace pybind11::detail {

// Takes any object as it is.
template <typename T>
struct type_caster<paddle::python::Unread<T>> {
 public:
  bool load(handle source, bool) {
    value_.value = source;
    return true;
  }
  template <typename>
  using cast_op_type = paddle::python::Unread<T>;
  operator paddle::python::Unread<T>() const { return value_; }  // NOLINT
  static constexpr auto name = const_name(paddle::python::FromPython<T>::kType);

 private:
  paddle::python::Unread<T> value_;
};

// Signatures show the type alone: the default tells that None is one, too.
template <typename T>
struct type_caster<paddle::python::OrNone<T>> {
 public:
  bool load(handle source, bool convert) {
    if (source.is_none()) return true;
    make_caster<T> caster;
    if (!caster.load(source, convert)) return false;
    value_.value = cast_op<T>(std::move(caster));
    return true;
  }
  template <typename>
  using cast_op_type = paddle::python::OrNone<T>;
  operator paddle::python::OrNone<T>() { return std::move(value_); }  // NOLINT
  static constexpr auto name = make_caster<T>::name;

 private:
  paddle::python::OrNone<T> value_;
};

}  // namespace pybind11::detail
