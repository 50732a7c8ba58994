// Gradients of the gradients of operators that sort, and of scatter_nd_reduce.
// The others of the family are linear, as ops.bzl says.

#include <string>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {

// A small change of X does not change the order: the tangents are gathered by
// the indices of the forward pass.
REGISTER_GRADIENT_MAKER(top_k_grad, CompositeGradient([](Composite* c) {
                          c->Tangent("Out",
                                     c->Op("take_along_axis",
                                           {{"X", {c->Flowing("X@GRAD")}},
                                            {"Index", {c->In("Indices")}}},
                                           {{"axis", int64_t{-1}}}));
                        }));
REGISTER_GRADIENT_MAKER(argsort_grad, CompositeGradient([](Composite* c) {
                          c->Tangent(
                              "Out",
                              c->Op("take_along_axis",
                                    {{"X", {c->Flowing("X@GRAD")}},
                                     {"Index", {c->In("Indices")}}},
                                    {{"axis", c->GetAttribute("axis")}}));
                        }));

// Writes the tangent of a scattered maximum or minimum: that of what was
// chosen, which the gradient operator finds if it is run on ones.
std::string ExtremeTangent(Composite* c, const std::string& u,
                           const std::string& v) {
  const std::string ones = c->OnesLike(c->In("Out@GRAD"));
  const auto part = [&](const std::string& tangent, const std::string& slot) {
    return c->Mul(tangent, c->Again({{"Out@GRAD", {ones}}}, slot));
  };
  const std::string of_x = u.empty() ? c->ZerosLike(ones) : part(u, "X@GRAD");
  if (v.empty()) return of_x;
  return c->Op("scatter_nd_add", {{"X", {of_x}},
                                  {"Index", {c->In("Index")}},
                                  {"Updates", {part(v, "Updates@GRAD")}}});
}

// Writes the tangent of a scattered product: each update's part is the product
// divided by it.
std::string ProductTangent(Composite* c, const std::string& u,
                           const std::string& v) {
  const std::string x = c->In("X"), index = c->In("Index");
  const std::string updates = c->In("Updates");
  const std::string factors = c->Op(
      "scatter_nd_reduce",
      {{"X", {c->OnesLike(x)}}, {"Index", {index}}, {"Updates", {updates}}},
      {{"reduce", c->GetAttribute("reduce")}});
  const std::string of_x = u.empty() ? c->ZerosLike(x) : c->Mul(u, factors);
  if (v.empty()) return of_x;
  const std::string products =
      c->Op("gather_nd", {{"X", {c->Mul(x, factors)}}, {"Index", {index}}});
  return c->Op("scatter_nd_add",
               {{"X", {of_x}},
                {"Index", {index}},
                {"Updates", {c->Mul(v, c->Div(products, updates))}}});
}

REGISTER_GRADIENT_MAKER(
    scatter_nd_reduce_grad, CompositeGradient([](Composite* c) {
      const bool product = c->Attr<std::string>("reduce") == "mul";
      c->Tangent("Out",
                 (product ? ProductTangent : ExtremeTangent)(
                     c, c->Flowing("X@GRAD"), c->Flowing("Updates@GRAD")));
    }));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_indexing() { return 0; }
