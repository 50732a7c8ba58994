// How parameters are made and trained: initializers, regularizers, clips.

#include "paddle/python/binding/param_attr.h"

#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/layers/initializer.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::GradientClip;
using layer::ParamAttr;
using layer::Regularizer;

void BindInitializers(py::module_& module) {
  namespace init = layer::initializer;
  py::class_<Initializer>(module, "Initializer",
                          "First values of a parameter; see pd.initializer.");
  const auto make = [](layer::Initializer initializer) {
    return Initializer{std::move(initializer)};
  };
  module.def(
      "Constant", [make](double value) { return make(init::Constant(value)); },
      py::arg("value") = 0.0, "One value everywhere.");
  module.def(
      "Uniform",
      [make](double low, double high, int64_t seed) {
        return make(init::Uniform(low, high, seed));
      },
      py::arg("low") = -1.0, py::arg("high") = 1.0, py::arg("seed") = 0,
      "Uniform in [low, high). A seed of 0 means the program's.");
  module.def(
      "Normal",
      [make](double loc, double scale, int64_t seed) {
        return make(init::Normal(loc, scale, seed));
      },
      py::arg("loc") = 0.0, py::arg("scale") = 1.0, py::arg("seed") = 0,
      "Normal with mean loc and standard deviation scale.");
  module.def(
      "TruncatedNormal",
      [make](double loc, double scale, int64_t seed) {
        return make(init::TruncatedNormal(loc, scale, seed));
      },
      py::arg("loc") = 0.0, py::arg("scale") = 1.0, py::arg("seed") = 0,
      "Normal, without what lies beyond two standard deviations.");
  module.def(
      "Xavier",
      [make](bool uniform, double fan_in, double fan_out, int64_t seed) {
        return make(init::Xavier(uniform, fan_in, fan_out, seed));
      },
      py::arg("uniform") = true, py::arg("fan_in") = 0.0,
      py::arg("fan_out") = 0.0, py::arg("seed") = 0,
      "Glorot and Bengio 2010: uniform within sqrt(6 / (in + out)), or "
      "normal with the same variance. A fan of 0 is the shape's.");
  module.def(
      "MSRA",
      [make](bool uniform, double fan_in, int64_t seed) {
        return make(init::MSRA(uniform, fan_in, seed));
      },
      py::arg("uniform") = true, py::arg("fan_in") = 0.0, py::arg("seed") = 0,
      "He et al. 2015, for relu: uniform within sqrt(6 / in), or "
      "normal with the same variance.");
  module.def(
      "Bilinear", [make] { return make(init::Bilinear()); },
      "Filters [.., .., h, w] that enlarge images by linear interpolation, in "
      "a transposed convolution with a group for each channel.");
  module.def(
      "Orthogonal",
      [make](double gain, int64_t seed) {
        return make(init::Orthogonal(gain, seed));
      },
      py::arg("gain") = 1.0, py::arg("seed") = 0,
      "gain * a random matrix, axis 0 against all others, of orthonormal rows, "
      "or columns if it is taller than wide (Saxe et al. 2014).");
  module.def(
      "Values",
      [make](const py::object& values) {
        const py::object flat = py::module_::import("numpy")
                                    .attr("asarray")(values, "float64")
                                    .attr("ravel")();
        return make(
            init::Values(flat.attr("tolist")().cast<std::vector<double>>()));
      },
      py::arg("values"), "Given values, in row-major order.");
}

void BindRegularizers(py::module_& module) {
  py::class_<Regularizer>(module, "Regularizer",
                          "Added to a gradient; see pd.regularizer.")
      .def_property_readonly("coefficient", &Regularizer::coefficient);
  module.def("L1Decay", &layer::L1Decay, py::arg("coefficient"),
             "Adds coefficient * sign(parameter) to the gradient.");
  module.def("L2Decay", &layer::L2Decay, py::arg("coefficient"),
             "Adds coefficient * parameter to the gradient.");
  module.def("NoRegularizer", &layer::NoRegularizer,
             "For a parameter that the optimizer's regularizer skips.");
}

void BindClips(py::module_& module) {
  py::class_<GradientClip>(module, "GradientClip",
                           "Keeps a gradient small; see pd.clip.");
  module.def("ClipByValue", &layer::ClipByValue, py::arg("min"), py::arg("max"),
             "Each element into [min, max]. ValueError unless min <= max.");
  module.def("ClipByNorm", &layer::ClipByNorm, py::arg("norm"),
             "Scales a gradient down to an L2 norm of at most `norm`, which is "
             "positive (else ValueError).");
  module.def("ClipByGlobalNorm", &layer::ClipByGlobalNorm, py::arg("norm"),
             py::arg("group") = "default",
             "Scales all gradients of a group down so that their common L2 "
             "norm is at most `norm`.");
  module.def("NoClip", &layer::NoClip,
             "For a parameter that the optimizer's clip skips.");
}

std::string NameOf(const ParamAttr& attr) { return attr.name; }

}  // namespace

ParamAttr ToParamAttr(py::handle value) {
  if (value.is_none() || value.ptr() == Py_True) return {};
  if (py::isinstance<py::str>(value)) return {value.cast<std::string>()};
  if (py::isinstance<ParamAttr>(value)) return value.cast<ParamAttr>();
  PADDLE_ENFORCE(py::isinstance<Initializer>(value), TypeMismatch,
                 "a parameter attribute is a pd.ParamAttr, a name or an "
                 "initializer, not ",
                 py::repr(value).cast<std::string>());
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
  py::class_<ParamAttr>(module, "ParamAttr",
                        "How a layer's parameter is named, made and trained.")
      .def(py::init([](const std::string& name, const Initializer* initializer,
                       double learning_rate, const Regularizer* regularizer,
                       bool trainable, const GradientClip* gradient_clip) {
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
