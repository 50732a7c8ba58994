// Binds recurrent networks; the package's recurrent.py turns blocks into
// `with`.
#include "paddle/framework/layers/recurrent.h"

#include <pybind11/stl.h>

#include <memory>
#include <vector>

#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {

namespace py = pybind11;
using layer::Rnn;
using layer::Variable;

void BindRecurrent(py::module_& module) {
  py::class_<Rnn>(module, "_Rnn")
      .def(py::init([](bool reverse) {
             layer::RnnOptions options;
             options.reverse = reverse;
             return std::make_unique<Rnn>(options);
           }),
           py::arg("reverse"))
      .def("begin_step", &Rnn::BeginStep)
      .def("end_step", &Rnn::EndStep)
      .def("abandon", &Rnn::Abandon)
      .def("step_input", &Rnn::StepInput)
      .def("static_input", &Rnn::StaticInput)
      .def("memory", py::overload_cast<const Variable&>(&Rnn::Memory))
      .def("memory_of_shape",
           [](Rnn& self, py::handle shape, layer::Number value,
              py::handle dtype) {
             return self.Memory(FromShape(shape), value, ToDataType(dtype));
           })
      .def("previous_memory", &Rnn::PreviousMemory)
      .def("update_memory", &Rnn::UpdateMemory)
      .def("output", &Rnn::Output)
      .def("call", &Rnn::operator());
}

}  // namespace paddle::python
