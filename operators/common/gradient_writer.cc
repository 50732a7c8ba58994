#include "paddle/operators/common/gradient_writer.h"

#include "absl/strings/str_cat.h"

namespace paddle::operators {

std::string GradientWriter::Write(absl::string_view type,
                                  const framework::SlotMap& inputs,
                                  std::string out,
                                  const framework::AttributeMap& attributes,
                                  absl::string_view slot) {
  // Numbered by operator, so names are unique within the gradient.
  if (out.empty()) out = absl::StrCat(name_, "@PART", ops_.size());
  ops_.push_back(framework::AsGradientOf(
      forward_, framework::MakeOp(type, inputs, {{std::string(slot), {out}}},
                                  attributes)));
  return out;
}

std::string GradientWriter::Product(const std::string& a, const std::string& b,
                                    std::string out, int64_t axis) {
  return Write("elementwise_mul", {{"X", {a}}, {"Y", {b}}}, std::move(out),
               {{"axis", axis}});
}

std::string GradientWriter::Scaled(const std::string& x, double scale,
                                   double bias, std::string out) {
  return Write("scale", {{"X", {x}}}, std::move(out),
               {{"scale", scale}, {"bias", bias}});
}

}  // namespace paddle::operators
