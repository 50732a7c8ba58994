// Binds recurrent layers: units over sequences, and single steps of them.
#include "paddle/framework/layers/rnn.h"

#include <pybind11/stl.h>

#include <string>
#include <utility>

#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/names.h"
#include "paddle/python/binding/param_attr.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::LstmStates;
using layer::Variable;
using States = std::pair<Variable, Variable>;

States ToPair(const LstmStates& states) { return {states.hidden, states.cell}; }

States DynamicLstm(const Variable& input, int64_t size, py::handle h0,
                   py::handle c0, py::handle param_attr, py::handle bias_attr,
                   bool use_peepholes, bool is_reverse,
                   const std::string& gate_activation,
                   const std::string& cell_activation,
                   const std::string& candidate_activation,
                   const std::string& name) {
  layer::DynamicLstmOptions options;
  options.h0 = VariableOrNone("the initial state h_0", h0);
  options.c0 = VariableOrNone("the initial state c_0", c0);
  options.weight = ToParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.use_peepholes = use_peepholes;
  options.is_reverse = is_reverse;
  options.gate_activation = gate_activation;
  options.cell_activation = cell_activation;
  options.candidate_activation = candidate_activation;
  options.name = name;
  return ToPair(layer::dynamic_lstm(input, size, options));
}

Variable DynamicGru(const Variable& input, int64_t size, py::handle h0,
                    py::handle param_attr, py::handle bias_attr,
                    bool is_reverse, const std::string& gate_activation,
                    const std::string& candidate_activation, bool origin_mode,
                    const std::string& name) {
  layer::DynamicGruOptions options;
  options.h0 = VariableOrNone("the initial state h_0", h0);
  options.weight = ToParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.is_reverse = is_reverse;
  options.origin_mode = origin_mode;
  options.gate_activation = gate_activation;
  options.candidate_activation = candidate_activation;
  options.name = name;
  return layer::dynamic_gru(input, size, options);
}

States LstmUnit(const Variable& x, const Variable& hidden, const Variable& cell,
                double forget_bias, py::handle param_attr, py::handle bias_attr,
                const std::string& name) {
  layer::LstmUnitOptions options;
  options.forget_bias = forget_bias;
  options.weight = ToParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.name = name;
  return ToPair(layer::lstm_unit(x, hidden, cell, options));
}

Variable GruUnit(const Variable& input, const Variable& hidden, int64_t size,
                 py::handle param_attr, py::handle bias_attr,
                 const std::string& activation,
                 const std::string& gate_activation, bool origin_mode,
                 const std::string& name) {
  layer::GruUnitOptions options;
  options.weight = ToParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.activation = activation;
  options.gate_activation = gate_activation;
  options.origin_mode = origin_mode;
  options.name = name;
  return layer::gru_unit(input, hidden, size, options);
}

}  // namespace

void BindRnn(py::module_& module) {
  module.def("_dynamic_lstm", &DynamicLstm);
  module.def("_dynamic_gru", &DynamicGru);
  module.def("_lstm_unit", &LstmUnit);
  module.def("_gru_unit", &GruUnit);
}

}  // namespace paddle::python
