// Binds recurrent layers: units over sequences, and single steps of them.
#include "paddle/framework/layers/rnn.h"

#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/composed.h"

namespace pybind11::detail {

// Python gets a pair.
template <>
struct type_caster<paddle::layer::LstmStates> {
  static handle cast(const paddle::layer::LstmStates& states,
                     return_value_policy, handle) {
    return make_tuple(states.hidden, states.cell).release();
  }
  static constexpr auto name =
      const_name("Tuple[paddle.core.Variable, paddle.core.Variable]");
};

}  // namespace pybind11::detail

namespace paddle::python {

namespace py = pybind11;

void BindRnn(py::module_& module) {
  BindComposed(module, "dynamic_lstm", &layer::dynamic_lstm, py::arg("input"),
               py::arg("size"));
  BindComposed(module, "dynamic_lstmp", &layer::dynamic_lstmp, py::arg("input"),
               py::arg("size"), py::arg("proj_size"));
  BindComposed(module, "dynamic_gru", &layer::dynamic_gru, py::arg("input"),
               py::arg("size"));
  BindComposed(module, "lstm_unit", &layer::lstm_unit, py::arg("x_t"),
               py::arg("hidden_t_prev"), py::arg("cell_t_prev"));
  BindComposed(module, "gru_unit", &layer::gru_unit, py::arg("input"),
               py::arg("hidden"), py::arg("size"));
}

}  // namespace paddle::python
