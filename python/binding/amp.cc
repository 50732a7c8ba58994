// Mixed precision.
#include <pybind11/stl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/backward/mixed_precision.h"
#include "paddle/backward/optimizer_base.h"
#include "paddle/framework/passes/lower_precision.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/names.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using backward::LossScaling;
using backward::Optimizer;
using framework::Precision;
using framework::PrecisionOptions;
using framework::Program;

PrecisionOptions ToPrecision(const std::string& dtype, py::handle half,
                             py::handle full) {
  PrecisionOptions options;
  options.dtype = framework::ParseDataType(dtype);
  options.half = NameStrings(half);
  options.full = NameStrings(full);
  return options;
}

void Decorate(Optimizer* optimizer, const std::string& dtype, py::handle half,
              py::handle full, double initial, bool dynamic,
              int64_t incr_every_n_steps, int64_t decr_every_n_nan_or_inf,
              double incr_ratio, double decr_ratio) {
  const PrecisionOptions options = ToPrecision(dtype, half, full);
  backward::MixedPrecision mixed;
  mixed.lower = [options](Program* program) {
    return framework::LowerPrecision(program, options);
  };
  if (options.dtype == framework::DataType::kFloat16) {
    mixed.loss_scaling = LossScaling{
        initial,    dynamic,   incr_every_n_steps, decr_every_n_nan_or_inf,
        incr_ratio, decr_ratio};
  }
  optimizer->SetMixedPrecision(std::move(mixed));
}

std::shared_ptr<Program> Cast(const Program& program, const std::string& dtype,
                              py::handle half, py::handle full,
                              py::handle feeds) {
  PrecisionOptions options = ToPrecision(dtype, half, full);
  options.feeds = NameStrings(feeds);
  options.prepare_parameters = true;
  std::shared_ptr<Program> made = program.Clone();
  framework::LowerPrecision(made.get(), options);
  return made;
}

std::map<std::string, std::string> Operators() {
  std::map<std::string, std::string> operators;
  for (const std::string& type : framework::PrecisionTypes()) {
    const bool half =
        framework::PrecisionRuleOf(type).precision == Precision::kHalf;
    operators[type] = half ? "half" : "follows";
  }
  return operators;
}

}  // namespace

void BindAmp(py::module_& module) {
  module.def("_amp_decorate", &Decorate, py::arg("optimizer"), py::arg("dtype"),
             py::arg("half"), py::arg("full"), py::arg("initial"),
             py::arg("dynamic"), py::arg("incr_every_n_steps"),
             py::arg("decr_every_n_nan_or_inf"), py::arg("incr_ratio"),
             py::arg("decr_ratio"));
  module.def("_amp_cast", &Cast, py::arg("program"), py::arg("dtype"),
             py::arg("half"), py::arg("full"), py::arg("feeds"));
  module.def("_amp_operators", &Operators);
}

}  // namespace paddle::python
