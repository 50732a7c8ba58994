// Binds layers over sequences, and those that predict structures.
#include <pybind11/stl.h>

#include <string>
#include <utility>

#include "paddle/framework/layers/sequences.h"
#include "paddle/framework/layers/structured.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/param_attr.h"
#include "paddle/python/binding/text.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Variable;

Variable SequenceConv(const Variable& input, int64_t num_filters,
                      int64_t filter_size, py::handle context_start,
                      py::handle param_attr, py::handle bias_attr,
                      const std::string& act, const std::string& name) {
  layer::SequenceConvOptions options;
  // By default the context is centred.
  if (!context_start.is_none()) {
    options.context_start = ToInt64("context_start", context_start);
  }
  options.weight = ToParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.act = act;
  options.name = name;
  return layer::sequence_conv(input, num_filters, filter_size, options);
}

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
  module.def("_sequence_conv", &SequenceConv);
  module.def("_sequence_pool", &layer::sequence_pool);
  module.def("_sequence_pad", &SequencePad);
  module.def(
      "_linear_chain_crf",
      [](const Variable& input, const Variable& label, py::handle param_attr) {
        return layer::linear_chain_crf(input, label, ToParamAttr(param_attr));
      });
  module.def("_crf_decoding", [](const Variable& input, py::handle param_attr,
                                 const Variable* label) {
    return layer::crf_decoding(input, ToParamAttr(param_attr),
                               label == nullptr ? Variable() : *label);
  });
}

}  // namespace paddle::python
