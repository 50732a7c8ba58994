#include "paddle/framework/layers/layer_helper.h"

#include "absl/strings/str_cat.h"

#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

LayerHelper::LayerHelper(const std::string& type,
                         const std::vector<Variable>& inputs,
                         const std::string& name) {
  PADDLE_ENFORCE(!inputs.empty(), InvalidArgument, type,
                 " needs at least one input");
  // Parameters go to the default program; the operator goes to that of its
  // inputs.
  PADDLE_ENFORCE(inputs[0].program() == DefaultMainProgram(), InvalidArgument,
                 type, ": '", inputs[0].name(),
                 "' does not belong to the default main program, where the "
                 "layer would make its parameters; use a ProgramGuard");
  dtype_ = inputs[0].dtype();
  name_ = LayerName(type, name, inputs);
}

void LayerHelper::UseFloatParameters() {
  const bool half =
      dtype_ == DataType::kFloat16 || dtype_ == DataType::kBFloat16;
  if (half) dtype_ = DataType::kFloat32;
}

Variable LayerHelper::Weight(const std::vector<int64_t>& shape,
                             const ParamAttr& attr,
                             const Initializer& otherwise) {
  return parameter(shape, dtype_, attr, absl::StrCat(name_, ".w"), otherwise);
}

Variable LayerHelper::Bias(const std::vector<int64_t>& shape,
                           const ParamAttr& attr) {
  return parameter(shape, dtype_, attr, absl::StrCat(name_, ".b"),
                   initializer::Constant(0));
}

Variable LayerHelper::State(const std::string& suffix,
                            const std::vector<int64_t>& shape, double value,
                            const std::string& given_name) {
  ParamAttr attr(given_name);
  // A state is saved like a parameter, but no optimizer touches it.
  attr.trainable = false;
  return parameter(shape, dtype_, attr, absl::StrCat(name_, ".", suffix),
                   initializer::Constant(value));
}

int64_t LayerHelper::RowWidth(const Variable& rows) const {
  PADDLE_ENFORCE_EQ(rows.dims().rank(), 2, name_,
                    " takes rows [rows, width], not '", rows.ToString(), "'");
  return FixedSizes(rows.dims().Slice(1, 2), name_ + "'s weight")[0];
}

Outputs LayerHelper::AppendOp(const std::string& type, const SlotList& inputs,
                              const AttributeMap& attrs) const {
  OpOptions options;
  options.prefix = name_;
  return layer::AppendOp(type, inputs, attrs, options);
}

Variable LayerHelper::Op(const std::string& type, const SlotList& inputs,
                         const AttributeMap& attrs) const {
  return AppendOp(type, inputs, attrs).First();
}

Variable LayerHelper::AddBias(const Variable& x, const OptionalParamAttr& attr,
                              int axis) {
  // Absent means that the user wants no bias.
  if (!attr) return x;
  const Dims dims = x.dims();
  axis = framework::NormalizeAxis(axis, dims.rank());
  const auto shape =
      FixedSizes(dims.Slice(axis, axis + 1), absl::StrCat(name_, "'s bias"));
  return Op("elementwise_add", {{"X", x}, {"Y", Bias(shape, *attr)}},
            {{"axis", int64_t{axis}}});
}

Variable LayerHelper::Activate(const Variable& x,
                               const std::string& act) const {
  return act.empty() ? x : Op(act, {{"X", x}});
}

std::vector<int64_t> FixedSizes(const Dims& dims, const std::string& what) {
  PADDLE_ENFORCE(dims.IsStatic(), InvalidArgument, "the shape of ", what,
                 " would be ", dims.ToString(),
                 "; it needs sizes that are known in advance");
  return dims.ToVector();
}

}  // namespace paddle::layer
