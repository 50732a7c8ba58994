#include "paddle/operators/elementwise/second_gradient.h"

#include <string>

#include "absl/strings/strip.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/operators/common/gradient_writer.h"

namespace paddle::operators {

using framework::GradContext;
using framework::proto::OpDesc;

namespace {

// The variables of one gradient operator.
struct Parts {
  Parts(const OpDesc& grad, GradContext* context)
      : x(framework::Input(grad, "X")),
        y(framework::Input(grad, "Y")),
        g(framework::Input(grad, "Out@GRAD")),
        u(context->OutputGrad("X@GRAD")),
        v(context->OutputGrad("Y@GRAD")),
        dg(context->InputGrad("Out@GRAD")),
        axis(framework::GetAttr<int64_t>(grad, "axis")) {}

  std::string x, y, g, u, v, dg;
  int64_t axis;
};

// Writes X@GRAD or Y@GRAD (`slot`) of the gradient operator `type` for operands
// a and b and the gradient g. It sums over what was broadcast, which a product
// would not.
std::string Gradient(GradientWriter* writer, const char* type,
                     const std::string& a, const std::string& b,
                     const std::string& g, const char* slot, int64_t axis,
                     const std::string& out) {
  return writer->Write(type, {{"X", {a}}, {"Y", {b}}, {"Out@GRAD", {g}}}, out,
                       {{"axis", axis}}, slot);
}

// Writes a + b to `out`; either may be missing.
void Add(GradientWriter* writer, const std::string& a, const std::string& b,
         const std::string& out) {
  if (a.empty() || b.empty()) {
    writer->Scaled(a.empty() ? b : a, 1, 0, out);
  } else {
    writer->Write("elementwise_add", {{"X", {a}}, {"Y", {b}}}, out);
  }
}

}  // namespace

std::vector<OpDesc> SumSecondGradient(const OpDesc& grad,
                                      GradContext* context) {
  const std::string dg = context->InputGrad("Out@GRAD");
  if (dg.empty()) return {};
  GradientWriter writer(grad, dg);
  // Zeros of an operand's shape where nothing flows, so that the sum has the
  // shape of g even if the operand that flows was broadcast.
  const auto flowing = [&](const char* slot, const char* operand) {
    const std::string flows = context->OutputGrad(slot);
    if (!flows.empty()) return flows;
    return writer.Write("fill_zeros_like",
                        {{"X", {framework::Input(grad, operand)}}});
  };
  const std::string u = flowing("X@GRAD", "X");
  const std::string v = flowing("Y@GRAD", "Y");
  writer.Write(absl::StripSuffix(grad.type(), "_grad"),
               {{"X", {u}}, {"Y", {v}}}, dg,
               {{"axis", framework::GetAttr<int64_t>(grad, "axis")}});
  return writer.Take();
}

std::vector<OpDesc> ProductSecondGradient(const OpDesc& grad,
                                          GradContext* context) {
  constexpr char kGrad[] = "elementwise_mul_grad";
  const Parts p(grad, context);
  // Terms that lack a flow are not written at all.
  const std::string dx = p.v.empty() ? "" : context->InputGrad("X");
  const std::string dy = p.u.empty() ? "" : context->InputGrad("Y");
  GradientWriter writer(grad, !p.dg.empty() ? p.dg : !dx.empty() ? dx : dy);
  if (!p.dg.empty()) {
    Add(&writer, p.u.empty() ? "" : writer.Product(p.u, p.y, "", p.axis),
        p.v.empty() ? "" : writer.Product(p.x, p.v, "", p.axis), p.dg);
  }
  if (!dx.empty()) {
    Gradient(&writer, kGrad, p.x, p.v, p.g, "X@GRAD", p.axis, dx);
  }
  if (!dy.empty()) {
    Gradient(&writer, kGrad, p.u, p.y, p.g, "Y@GRAD", p.axis, dy);
  }
  return writer.Take();
}

std::vector<OpDesc> QuotientSecondGradient(const OpDesc& grad,
                                           GradContext* context) {
  constexpr char kGrad[] = "elementwise_div_grad";
  const Parts p(grad, context);
  const framework::AttributeMap axis = {{"axis", p.axis}};
  const std::string dx = p.v.empty() ? "" : context->InputGrad("X");
  const std::string dy = context->InputGrad("Y");
  GradientWriter writer(grad, !p.dg.empty() ? p.dg : !dx.empty() ? dx : dy);
  // slope = -v / y
  std::string slope;
  if (!p.v.empty()) {
    slope = writer.Scaled(
        writer.Write("elementwise_div", {{"X", {p.v}}, {"Y", {p.y}}}), -1);
  }
  if (!p.dg.empty()) {  // (u + x slope) / y
    const auto over_y = [&](const std::string& a) {
      return writer.Write("elementwise_div", {{"X", {a}}, {"Y", {p.y}}}, "",
                          axis);
    };
    Add(&writer, p.u.empty() ? "" : over_y(p.u),
        p.v.empty() ? "" : over_y(writer.Product(p.x, slope, "", p.axis)),
        p.dg);
  }
  // The terms of x and y share g * slope: taken as the gradient of the
  // quotient, it gives x its term, and y half of the second one.
  const std::string g_slope = p.v.empty() || (dx.empty() && dy.empty())
                                  ? ""
                                  : writer.Product(p.g, slope, "", p.axis);
  if (!dx.empty()) {
    Gradient(&writer, kGrad, p.x, p.y, g_slope, "X@GRAD", p.axis, dx);
  }
  if (!dy.empty()) {
    Add(&writer,
        p.u.empty()
            ? ""
            : Gradient(&writer, kGrad, p.u, p.y, p.g, "Y@GRAD", p.axis, ""),
        g_slope.empty() ? ""
                        : writer.Scaled(Gradient(&writer, kGrad, p.x, p.y,
                                                 g_slope, "Y@GRAD", p.axis, ""),
                                        2),
        dy);
  }
  return writer.Take();
}

}  // namespace paddle::operators
