// Binds schedules of learning rates, and averages of parameters.
#include "paddle/backward/schedule.h"

#include <pybind11/stl.h>

#include <memory>
#include <vector>

#include "paddle/backward/moving_average.h"
#include "paddle/python/binding/backward_arguments.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/composed.h"

namespace paddle::python {

namespace py = pybind11;
namespace schedule = backward::schedule;
using backward::ExponentialMovingAverage;
using backward::LearningRate;
using layer::Variable;

template <>
struct FromPython<LearningRate> {
  static constexpr char kType[] = "LearningRate";
  using Given = Unread<LearningRate>;
  static LearningRate Read(const char*, Given given) {
    return ToLearningRate(given.value);
  }
};

namespace {

// Binds the schedules whose rate decays by steps of a size.
void BindDecays(py::module_& module) {
  const py::arg rate("learning_rate"), steps("decay_steps"),
      decay("decay_rate");
  const auto staircase = py::arg("staircase") = false;
  BindFunction(module, "exponential", &schedule::Exponential, rate, steps,
               decay, staircase);
  BindFunction(module, "natural_exp", &schedule::NaturalExp, rate, steps, decay,
               staircase);
  BindFunction(module, "inverse_time", &schedule::InverseTime, rate, steps,
               decay, staircase);
  BindFunction(module, "polynomial", &schedule::Polynomial, rate, steps,
               py::arg("end_learning_rate") = schedule::kPolynomialEnd,
               py::arg("power") = 1.0, py::arg("cycle") = false);
}

void BindSchedules(py::module_& module) {
  const py::arg rate("learning_rate");
  const auto end = py::arg("end_learning_rate") = 0.0;
  BindFunction(module, "noam", &schedule::Noam, py::arg("d_model"),
               py::arg("warmup_steps"), py::arg("learning_rate") = 1.0);
  BindFunction(module, "piecewise", &schedule::Piecewise, py::arg("boundaries"),
               py::arg("values"));
  BindFunction(module, "cosine", &schedule::Cosine, rate, py::arg("steps"),
               end);
  BindFunction(module, "cosine_restarts", &schedule::CosineRestarts, rate,
               py::arg("steps"), py::arg("factor") = 1.0, end);
  BindFunction(module, "linear_warmup", &schedule::LinearWarmup, rate,
               py::arg("warmup_steps"), py::arg("start"), py::arg("end"));
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
  auto schedules = module.def_submodule("_schedule");
  BindDecays(schedules);
  BindSchedules(schedules);
  BindAverages(module);
}

}  // namespace paddle::python
