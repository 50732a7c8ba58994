// Binds layers over sequences, and those that predict structures.
#include <pybind11/stl.h>

#include <utility>

#include "paddle/framework/layers/sequences.h"
#include "paddle/framework/layers/structured.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/composed.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Variable;

std::pair<Variable, Variable> SequencePad(const Variable& x,
                                          py::handle pad_value,
                                          int64_t padded_length) {
  const bool is_variable = py::isinstance<Variable>(pad_value);
  PADDLE_ENFORCE(is_variable || IsNumber(pad_value), TypeMismatch,
                 "pad_value of sequence_pad is a number or a variable, not ",
                 ReprOf(pad_value));
  const layer::PaddedSequences padded =
      is_variable
          ? layer::sequence_pad(x, pad_value.cast<Variable>(), padded_length)
          : layer::sequence_pad(x, ToNumber(pad_value), padded_length);
  return {padded.out, padded.length};
}

}  // namespace

void BindSequenceLayers(py::module_& module) {
  BindComposed(module, "sequence_conv", &layer::sequence_conv, py::arg("input"),
               py::arg("num_filters"), py::arg("filter_size") = 3);
  BindComposed(module, "sequence_pool", &layer::sequence_pool, py::arg("input"),
               py::arg("pool_type") = "average");
  module.def("_sequence_pad", &SequencePad);
  BindComposed(module, "linear_chain_crf", &layer::linear_chain_crf,
               py::arg("input"), py::arg("label"),
               py::arg("param_attr") = py::none());
  BindComposed<Variable, const Variable&, const layer::ParamAttr&,
               const Variable&>(module, "crf_decoding", &layer::crf_decoding,
                                py::arg("input"), py::arg("param_attr"),
                                py::arg("label") = py::none());
}

}  // namespace paddle::python
