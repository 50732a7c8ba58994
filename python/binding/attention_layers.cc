// Binds attention layers.
#include <string>

#include "paddle/framework/layers/attention.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/names.h"
#include "paddle/python/binding/param_attr.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Variable;

layer::AttentionOptions OptionsOf(int64_t num_heads, bool causal,
                                  double dropout, double scale,
                                  py::handle mask) {
  layer::AttentionOptions options;
  options.num_heads = num_heads;
  options.causal = causal;
  options.dropout = dropout;
  options.scale = scale;
  options.mask = VariableOrNone("mask", mask);
  return options;
}

Variable Attend(const Variable& queries, const Variable& keys,
                const Variable& values, int64_t num_heads, bool causal,
                double dropout, double scale, py::handle mask) {
  return layer::scaled_dot_product_attention(
      queries, keys, values,
      OptionsOf(num_heads, causal, dropout, scale, mask));
}

Variable MultiHead(const Variable& queries, int64_t num_heads, py::handle keys,
                   py::handle values, int64_t size, int64_t key_size,
                   int64_t value_size, bool causal, double dropout,
                   py::handle mask, py::handle param_attr, py::handle bias_attr,
                   const std::string& name) {
  layer::MultiHeadAttentionOptions options;
  options.attention = OptionsOf(num_heads, causal, dropout, 0, mask);
  options.key_width = key_size;
  options.value_width = value_size;
  options.weight = ToParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.name = name;
  return layer::multi_head_attention(queries, VariableOrNone("keys", keys),
                                     VariableOrNone("values", values), size,
                                     options);
}

}  // namespace

void BindAttentionLayers(py::module_& module) {
  module.def("_scaled_dot_product_attention", &Attend);
  module.def("_multi_head_attention", &MultiHead);
}

}  // namespace paddle::python
