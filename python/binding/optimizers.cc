// The classes of optimizers, from their rows in backward/optimizer.h.
#include <pybind11/functional.h>

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/backward/optimizer.h"
#include "paddle/python/binding/backward_arguments.h"
#include "paddle/python/binding/binding.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using backward::LearningRate;
using backward::Optimizer;
using backward::OptimizerInfo;
using backward::OptimizerOptions;
using layer::GradientClip;
using layer::Regularizer;

// Returns the documentation of a class, with an example of its use.
std::string WithExample(const OptimizerInfo& info) {
  const bool more = *info.example != '\0';
  return absl::StrCat(
      info.doc,
      "\n\nExample:\n"
      "  >>> x = pd.layer.data(\"x\", [None, 4])\n"
      "  >>> loss = pd.layer.mean(pd.layer.fc(x, 1))\n"
      "  >>> optimizer = pd.optimizer.",
      info.name, "(0.01", more ? ", " : "", info.example,
      ")\n"
      "  >>> pairs = optimizer.minimize(loss)\n"
      "  >>> [parameter.shape for parameter, gradient in pairs]\n"
      "  [(4, 1), (1,)]");
}

template <typename Class>
std::shared_ptr<Class> Make(LearningRate rate,
                            typename Class::Settings settings,
                            OptimizerOptions options) {
  if constexpr (std::is_empty_v<typename Class::Settings>) {
    return std::make_shared<Class>(std::move(rate), std::move(options));
  } else {
    return std::make_shared<Class>(std::move(rate), std::move(settings),
                                   std::move(options));
  }
}

template <typename Row>
auto RateArgument() {
  if constexpr (Row::kInfo.learning_rate.has_value()) {
    return py::arg("learning_rate") = *Row::kInfo.learning_rate;
  } else {
    return py::arg("learning_rate");
  }
}

template <typename Settings, typename Argument>
auto ToPython(const Argument& argument) {
  if constexpr (Argument::kIsRequired) {
    return py::arg(argument.name);
  } else {
    return py::arg(argument.name) = Settings().*argument.member;
  }
}

// Binds a class by a function of the learning rate, its settings, and what all
// optimizers take.
template <typename Class, typename... Arguments>
void Bind(py::module_& module, const Arguments&... arguments) {
  using Settings = typename Class::Settings;
  const OptimizerInfo& info = Class::Row::kInfo;
  const std::string doc = WithExample(info);
  py::class_<Class, Optimizer, std::shared_ptr<Class>>(module, info.name,
                                                       doc.c_str())
      .def(py::init([arguments...](py::handle rate,
                                   typename Arguments::Value... values,
                                   const Regularizer* regularizer,
                                   const GradientClip* clip) {
             Settings settings;
             ((settings.*arguments.member = std::move(values)), ...);
             return Make<Class>(ToLearningRate(rate), std::move(settings),
                                {Optional(regularizer), Optional(clip)});
           }),
           RateArgument<typename Class::Row>(),
           ToPython<Settings>(arguments)...,
           py::arg("regularization") = py::none(),
           py::arg("grad_clip") = py::none());
}

}  // namespace

void BindOptimizers(py::module_& module) {
  backward::Optimizers::ForEach([&](auto named) {
    using Class = typename decltype(named)::Class;
    std::apply(
        [&](const auto&... arguments) { Bind<Class>(module, arguments...); },
        Class::Row::kArguments);
  });
}

}  // namespace paddle::python
