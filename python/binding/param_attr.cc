// Binds initializers, regularizers and clips, which describe parameters.

#include "paddle/python/binding/param_attr.h"

#include <pybind11/stl.h>

#include <string>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/layers/initializer.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::GradientClip;
using layer::ParamAttr;
using layer::Regularizer;

// Binds a function that makes an initializer. `use` is a call of it, which the
// example of the documentation gives to a parameter.
template <typename... Args, typename... Names>
void BindInitializer(py::module_& module, const char* name,
                     layer::Initializer (*make)(Args...), const char* doc,
                     const char* use, const Names&... names) {
  const std::string documentation = absl::StrCat(
      doc,
      "\n\nExample:\n"
      "  >>> w = pd.layer.create_parameter([4, 3], attr=pd.initializer.",
      use,
      ")\n"
      "  >>> w.shape\n"
      "  (4, 3)");
  module.def(
      name,
      [make](std::decay_t<Args>... args) {
        return Initializer{make(std::move(args)...)};
      },
      names..., documentation.c_str());
}

void BindRandomInitializers(py::module_& module) {
  namespace init = layer::initializer;
  BindInitializer(module, "Uniform", &init::Uniform,
                  "Uniform in [low, high). A seed of 0 means the program's.",
                  "Uniform(-0.1, 0.1)", py::arg("low") = -1.0,
                  py::arg("high") = 1.0, py::arg("seed") = 0);
  BindInitializer(module, "Normal", &init::Normal,
                  "Normal with mean loc and standard deviation scale.",
                  "Normal(0.0, 0.01)", py::arg("loc") = 0.0,
                  py::arg("scale") = 1.0, py::arg("seed") = 0);
  BindInitializer(module, "TruncatedNormal", &init::TruncatedNormal,
                  "Normal, without what lies beyond two standard deviations.",
                  "TruncatedNormal(0.0, 0.01)", py::arg("loc") = 0.0,
                  py::arg("scale") = 1.0, py::arg("seed") = 0);
  BindInitializer(
      module, "Xavier", &init::Xavier,
      "Glorot and Bengio 2010: uniform within sqrt(6 / (in + out)), or "
      "normal with the same variance. A fan of 0 is the shape's.",
      "Xavier()", py::arg("uniform") = true, py::arg("fan_in") = 0.0,
      py::arg("fan_out") = 0.0, py::arg("seed") = 0);
  BindInitializer(module, "MSRA", &init::MSRA,
                  "He et al. 2015, for relu: uniform within sqrt(6 / in), or "
                  "normal with the same variance.",
                  "MSRA(uniform=False)", py::arg("uniform") = true,
                  py::arg("fan_in") = 0.0, py::arg("seed") = 0);
  BindInitializer(
      module, "Orthogonal", &init::Orthogonal,
      "gain * a random matrix, axis 0 against all others, of orthonormal rows, "
      "or columns if it is taller than wide (Saxe et al. 2014).",
      "Orthogonal(gain=2.0)", py::arg("gain") = 1.0, py::arg("seed") = 0);
}

void BindInitializers(py::module_& module) {
  namespace init = layer::initializer;
  py::class_<Initializer>(
      module, "Initializer",
      "First values of a parameter; see pd.initializer.\n\n"
      "Example:\n"
      "  >>> isinstance(pd.initializer.Xavier(), pd.initializer.Initializer)\n"
      "  True");
  BindInitializer(module, "Constant", &init::Constant, "One value everywhere.",
                  "Constant(0.5)", py::arg("value") = 0.0);
  BindRandomInitializers(module);
  module.def(
      "Bilinear", [] { return Initializer{init::Bilinear()}; },
      "Filters [.., .., h, w] that enlarge images by linear interpolation, in "
      "a transposed convolution with a group for each channel.\n\n"
      "Example:\n"
      "  >>> attr = pd.ParamAttr(initializer=pd.initializer.Bilinear())\n"
      "  >>> pd.layer.create_parameter([3, 1, 4, 4], attr=attr).shape\n"
      "  (3, 1, 4, 4)");
  module.def(
      "Values",
      [](const py::object& values) {
        return Initializer{init::Values(ToNumbers(values))};
      },
      py::arg("values"),
      "Given values, in row-major order.\n\n"
      "Example:\n"
      "  >>> values = pd.initializer.Values([0.1, 0.2])\n"
      "  >>> pd.layer.create_parameter([2], attr=values).shape\n"
      "  (2,)");
}

// Returns documentation with an example in which the variable `name` is
// ParamAttr(`use`).
std::string WithAttribute(const char* doc, const char* name, const char* use) {
  return absl::StrCat(doc,
                      "\n\nExample:\n"
                      "  >>> x = pd.layer.data(\"x\", [None, 4])\n"
                      "  >>> ",
                      name, " = pd.ParamAttr(", use,
                      ")\n"
                      "  >>> pd.layer.fc(x, 1, param_attr=",
                      name,
                      ").shape\n"
                      "  (-1, 1)");
}

void BindRegularizers(py::module_& module) {
  py::class_<Regularizer>(module, "Regularizer",
                          "Added to a gradient; see pd.regularizer.\n\n"
                          "Example:\n"
                          "  >>> pd.regularizer.L2Decay(1e-4).coefficient\n"
                          "  0.0001")
      .def_property_readonly("coefficient", &Regularizer::coefficient);
  module.def(
      "L1Decay", &layer::L1Decay, py::arg("coefficient"),
      WithAttribute("Adds coefficient * sign(parameter) to the gradient.",
                    "attr", "regularizer=pd.regularizer.L1Decay(1e-4)")
          .c_str());
  module.def("L2Decay", &layer::L2Decay, py::arg("coefficient"),
             WithAttribute("Adds coefficient * parameter to the gradient.",
                           "attr", "regularizer=pd.regularizer.L2Decay(1e-4)")
                 .c_str());
  module.def(
      "NoRegularizer", &layer::NoRegularizer,
      WithAttribute("For a parameter that the optimizer's regularizer skips.",
                    "attr", "regularizer=pd.regularizer.NoRegularizer()")
          .c_str());
}

// Returns documentation with an example in which an optimizer clips by `use`.
std::string WithClip(const char* doc, const char* use) {
  return absl::StrCat(doc,
                      "\n\nExample:\n"
                      "  >>> x = pd.layer.data(\"x\", [None, 4])\n"
                      "  >>> loss = pd.layer.mean(pd.layer.fc(x, 1))\n"
                      "  >>> sgd = pd.optimizer.SGD(0.1, grad_clip=pd.clip.",
                      use,
                      ")\n"
                      "  >>> len(sgd.minimize(loss))\n"
                      "  2");
}

void BindClips(py::module_& module) {
  py::class_<GradientClip>(
      module, "GradientClip",
      "Keeps a gradient small; see pd.clip.\n\n"
      "Example:\n"
      "  >>> isinstance(pd.clip.ClipByNorm(5.0), pd.clip.GradientClip)\n"
      "  True");
  module.def(
      "ClipByValue", &layer::ClipByValue, py::arg("min"), py::arg("max"),
      WithClip("Each element into [min, max]. ValueError unless min <= max.",
               "ClipByValue(-1.0, 1.0)")
          .c_str());
  module.def(
      "ClipByNorm", &layer::ClipByNorm, py::arg("norm"),
      WithClip("Scales a gradient down to an L2 norm of at most `norm`, which "
               "is positive (else ValueError).",
               "ClipByNorm(5.0)")
          .c_str());
  module.def(
      "ClipByGlobalNorm", &layer::ClipByGlobalNorm, py::arg("norm"),
      py::arg("group") = "default",
      WithClip("Scales all gradients of a group down so that their common L2 "
               "norm is at most `norm`.",
               "ClipByGlobalNorm(5.0)")
          .c_str());
  module.def("NoClip", &layer::NoClip,
             WithAttribute("For a parameter that the optimizer's clip skips.",
                           "free", "gradient_clip=pd.clip.NoClip()")
                 .c_str());
}

std::string NameOf(const ParamAttr& attr) { return attr.name; }

}  // namespace

ParamAttr ToParamAttr(py::handle value) {
  // True means the same as None: the parameter with all defaults.
  if (value.is_none() || value.ptr() == Py_True) return {};
  if (py::isinstance<py::str>(value)) return {value.cast<std::string>()};
  if (py::isinstance<ParamAttr>(value)) return value.cast<ParamAttr>();
  PADDLE_ENFORCE(py::isinstance<Initializer>(value), TypeMismatch,
                 "a parameter attribute is a pd.ParamAttr, a name or an "
                 "initializer, not ",
                 ReprOf(value));
  ParamAttr attr;
  attr.initializer = value.cast<const Initializer&>().make;
  return attr;
}

layer::OptionalParamAttr ToOptionalParamAttr(py::handle value) {
  if (value.ptr() == Py_False) return absl::nullopt;
  return ToParamAttr(value);
}

void BindParamAttr(py::module_& module) {
  BindInitializers(module);
  BindRegularizers(module);
  BindClips(module);
  py::class_<ParamAttr>(
      module, "ParamAttr",
      "How a layer's parameter is named, made and trained.\n\n"
      "Example:\n"
      "  >>> x = pd.layer.data(\"x\", [None, 4])\n"
      "  >>> attr = pd.ParamAttr(\"w\", pd.initializer.Normal(0.0, 0.01), "
      "learning_rate=2.0)\n"
      "  >>> y = pd.layer.fc(x, 3, param_attr=attr)\n"
      "  >>> pd.default_main_program().all_parameters()[0].name\n"
      "  'w'")
      .def(py::init([](const std::string& name, const Initializer* initializer,
                       double learning_rate, const Regularizer* regularizer,
                       bool trainable, const GradientClip* gradient_clip) {
             // None leaves a member as the layer or optimizer has it.
             ParamAttr attr(name);
             if (initializer != nullptr) attr.initializer = initializer->make;
             attr.learning_rate = learning_rate;
             attr.trainable = trainable;
             if (regularizer != nullptr) attr.regularizer = *regularizer;
             if (gradient_clip != nullptr) attr.gradient_clip = *gradient_clip;
             return attr;
           }),
           py::arg("name") = "", py::arg("initializer") = py::none(),
           py::arg("learning_rate") = 1.0, py::arg("regularizer") = py::none(),
           py::arg("trainable") = true, py::arg("gradient_clip") = py::none(),
           "name: \"\" lets the layer choose; a name in use shares that "
           "parameter.\nlearning_rate: a factor on the optimizer's.\n"
           "regularizer, gradient_clip: None leaves them to the optimizer.")
      .def("_normalize_weight",
           [](ParamAttr& attr, py::handle dim) {
             attr.weight_norm = layer::WeightNorm();
             if (dim.is_none()) return;
             attr.weight_norm->dim = static_cast<int>(
                 ToInt64("the dim of weight normalisation", dim));
           })
      .def_property_readonly("name", &NameOf)
      .def_readonly("learning_rate", &ParamAttr::learning_rate)
      .def_readonly("trainable", &ParamAttr::trainable);
}

}  // namespace paddle::python
