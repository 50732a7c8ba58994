// Binds attention layers.
#include <tuple>

#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/attention.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/composed.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Argument;
using layer::Variable;

// Joins the options of the heads and of the projections, which Python takes in
// one list.
struct MultiHeadOptions : layer::AttentionOptions,
                          layer::MultiHeadAttentionOptions {
  using Self = MultiHeadOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("key_size", &Self::key_width),
      Argument("value_size", &Self::value_width),
      Argument("dropout_rate", &Self::dropout),
      Argument("causal", &Self::causal), Argument("mask", &Self::mask),
      Argument("param_attr", &Self::weight), Argument("bias_attr", &Self::bias),
      Argument("name", &Self::name));
};

Variable MultiHead(const Variable& queries, int64_t num_heads,
                   const Variable& keys, const Variable& values, int64_t size,
                   const MultiHeadOptions& options) {
  layer::MultiHeadAttentionOptions own = options;
  own.attention = options;
  own.attention.num_heads = num_heads;
  return layer::multi_head_attention(queries, keys, values, size, own);
}

}  // namespace

void BindAttentionLayers(py::module_& module) {
  BindComposed(module, "scaled_dot_product_attention",
               &layer::scaled_dot_product_attention, py::arg("queries"),
               py::arg("keys"), py::arg("values"));
  BindComposed(module, "multi_head_attention", &MultiHead, py::arg("queries"),
               py::arg("num_heads"), py::arg("keys") = py::none(),
               py::arg("values") = py::none(), py::arg("size") = 0);
}

}  // namespace paddle::python
