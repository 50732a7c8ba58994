// Binds schedules of learning rates, and averages of parameters.
#include "paddle/backward/schedule.h"

#include <pybind11/stl.h>

#include <memory>
#include <vector>

#include "paddle/backward/moving_average.h"
#include "paddle/python/binding/backward_arguments.h"
#include "paddle/python/binding/binding.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
namespace schedule = backward::schedule;
using backward::ExponentialMovingAverage;
using layer::Variable;

void BindSchedules(py::module_& module) {
  module.def("_noam", &schedule::Noam);
  module.def("_exponential", &schedule::Exponential);
  module.def("_natural_exp", &schedule::NaturalExp);
  module.def("_inverse_time", &schedule::InverseTime);
  module.def("_polynomial", &schedule::Polynomial);
  module.def("_piecewise", &schedule::Piecewise);
  module.def("_cosine", &schedule::Cosine);
  module.def("_cosine_restarts", &schedule::CosineRestarts);
  module.def("_linear_warmup", [](py::handle after, double steps, double start,
                                  double end) {
    return schedule::LinearWarmup(ToLearningRate(after), steps, start, end);
  });
}

void BindAverages(py::module_& module) {
  py::class_<ExponentialMovingAverage>(module, "_ExponentialMovingAverage")
      .def(py::init([](double decay, const Variable* steps) {
             return std::make_unique<ExponentialMovingAverage>(
                 decay, steps == nullptr ? Variable() : *steps);
           }),
           py::arg("decay"), py::arg("steps") = py::none())
      .def("update", &ExponentialMovingAverage::Update)
      .def_property_readonly("apply_program",
                             &ExponentialMovingAverage::apply_program)
      .def_property_readonly("restore_program",
                             &ExponentialMovingAverage::restore_program);
}

}  // namespace

void BindSchedule(py::module_& module) {
  BindSchedules(module);
  BindAverages(module);
}

}  // namespace paddle::python
