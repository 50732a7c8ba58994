#include "paddle/operators/common/composite.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::AttributeMap;
using framework::DataType;
using framework::GradName;
using framework::NameList;
using framework::OpInfoMap;
using framework::SlotMap;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

Composite::Composite(const OpDesc& grad, framework::GradContext* context)
    : grad_(grad), context_(framework::AsComposite(context)) {}

std::string Composite::In(const std::string& slot) const {
  return framework::Input(grad_, slot);
}

void Composite::CheckKnown(const std::string& attribute) const {
  for (const auto& [given, slot] : framework::AttrInputsOf(type())) {
    PADDLE_ENFORCE(given != attribute || !Has(slot), Unimplemented,
                   "the gradient of ", type(), " needs to know attribute ",
                   attribute,
                   " before the program runs, but it comes from "
                   "input ",
                   slot, ", ", In(slot));
  }
}

std::string Composite::Flowing(const std::string& slot) const {
  return context_->OutputGrad(slot);
}

std::vector<int64_t> Composite::Shape(const std::string& name) const {
  return context_->ShapeOf(name);
}

int64_t Composite::Rank(const std::string& name) const {
  return static_cast<int64_t>(Shape(name).size());
}

std::vector<int64_t> Composite::AxesFrom(const std::string& name,
                                         int64_t first) const {
  const int64_t rank = Rank(name);
  std::vector<int64_t> axes;
  for (int64_t i = first < 0 ? first + rank : first; i < rank; ++i) {
    axes.push_back(i);
  }
  return axes;
}

std::string Composite::Op(const std::string& type, const SlotMap& inputs,
                          const AttributeMap& attributes,
                          const std::string& slot) {
  return Ops(type, inputs, attributes, {slot})[0];
}

NameList Composite::Ops(const std::string& type, const SlotMap& inputs,
                        const AttributeMap& attributes, const NameList& slots) {
  const NameList names = NewNames(slots.size(), type);
  SlotMap outputs;
  for (size_t i = 0; i < slots.size(); ++i) {
    outputs.push_back({slots[i], {names[i]}});
  }
  // Outputs that are not optional are needed even if nobody reads them.
  for (const auto& output : OpInfoMap::Instance().Get(type).proto.outputs) {
    const bool asked =
        std::find(slots.begin(), slots.end(), output.name) != slots.end();
    if (!asked && !output.optional)
      outputs.push_back({output.name, {NewName(type)}});
  }
  Append(type, inputs, outputs, attributes);
  return names;
}

void Composite::Append(const std::string& type, const SlotMap& inputs,
                       const SlotMap& outputs, const AttributeMap& attributes) {
  ops_.push_back(framework::AsGradientOf(
      grad_, framework::MakeOp(type, inputs, outputs, attributes)));
}

std::string Composite::NewName(const std::string& what) {
  return context_->NewName(absl::StrCat(grad_.type(), ".", what));
}

NameList Composite::NewNames(size_t count, const std::string& what) {
  NameList names;
  while (names.size() < count) names.push_back(NewName(what));
  return names;
}

std::string Composite::Add(const std::string& a, const std::string& b,
                           int64_t axis) {
  return Op("elementwise_add", {{"X", {a}}, {"Y", {b}}}, {{"axis", axis}});
}
std::string Composite::Sub(const std::string& a, const std::string& b,
                           int64_t axis) {
  return Op("elementwise_sub", {{"X", {a}}, {"Y", {b}}}, {{"axis", axis}});
}
std::string Composite::Mul(const std::string& a, const std::string& b,
                           int64_t axis) {
  return Op("elementwise_mul", {{"X", {a}}, {"Y", {b}}}, {{"axis", axis}});
}
std::string Composite::Div(const std::string& a, const std::string& b,
                           int64_t axis) {
  return Op("elementwise_div", {{"X", {a}}, {"Y", {b}}}, {{"axis", axis}});
}

std::string Composite::Of(const std::string& type, const std::string& x) {
  return Op(type, {{"X", {x}}});
}

std::string Composite::With(const NameList& attributes, const std::string& type,
                            const std::string& x) {
  AttributeMap values;
  for (const std::string& name : attributes) {
    values.emplace_back(name, framework::GetAttribute(grad_, name));
  }
  SlotMap inputs = {{"X", {x}}};
  for (const auto& pair : framework::AttrInputsOf(this->type())) {
    const bool wanted = absl::c_linear_search(attributes, pair.first);
    if (wanted && Has(pair.second)) {
      inputs.push_back({pair.second, {In(pair.second)}});
    }
  }
  return Op(type, inputs, values);
}

std::string Composite::Scale(const std::string& x, double scale, double bias) {
  return Op("scale", {{"X", {x}}}, {{"scale", scale}, {"bias", bias}});
}

std::string Composite::Pow(const std::string& x, double exponent) {
  return Op("pow", {{"X", {x}}}, {{"factor", exponent}});
}

std::string Composite::Sum(const std::string& x,
                           const std::vector<int64_t>& axes, bool keep_dim) {
  return Op(
      "reduce_sum", {{"X", {x}}},
      {{"dim", axes}, {"keep_dim", keep_dim}, {"reduce_all", axes.empty()}});
}

std::string Composite::Mean(const std::string& x,
                            const std::vector<int64_t>& axes, bool keep_dim) {
  return Op(
      "reduce_mean", {{"X", {x}}},
      {{"dim", axes}, {"keep_dim", keep_dim}, {"reduce_all", axes.empty()}});
}

std::string Composite::Slice(const std::string& x, int64_t axis, int64_t begin,
                             int64_t end) {
  using Numbers = std::vector<int64_t>;
  return Op("slice", {{"Input", {x}}},
            {{"axes", Numbers{axis}},
             {"starts", Numbers{begin}},
             {"ends", Numbers{end}}});
}

std::string Composite::ZerosLike(const std::string& x) {
  return Of("fill_zeros_like", x);
}

std::string Composite::OnesLike(const std::string& x) {
  return Scale(ZerosLike(x), 1, 1);
}

std::string Composite::Again(const SlotMap& replaced, const std::string& slot) {
  OpDesc op = grad_;
  for (const auto& [name, values] : replaced) {
    framework::SetInput(&op, name, values);
  }
  // Only one output is wanted: the others would overwrite the original's.
  op.clear_outputs();
  const std::string out = context_->NewName(grad_.type());
  framework::SetOutput(&op, slot, {out});
  // Callers use it only where it does not change with the inputs, such as for
  // the factors of dropout.
  context_->SetConstant(out);
  ops_.push_back(framework::AsGradientOf(grad_, std::move(op)));
  return out;
}

std::string Composite::Zeros(const std::vector<int64_t>& shape,
                             const std::string& x) {
  // No variable of the shape need exist, so fill_zeros_like will not do.
  const auto dtype = static_cast<DataType>(context_->Describe(x).dtype());
  return Op("fill_constant", {},
            {{"shape", shape},
             {"dtype", std::string(framework::DataTypeName(dtype))}});
}

std::string Composite::WithSequencesOf(const std::string& like,
                                       const std::string& x) {
  return Op("lod_reset", {{"X", {x}}, {"Y", {like}}});
}

// No operator strips outer levels. But the outer levels of the padded first
// column are those of x without the last: unpadding the column without them
// gives the last level alone.
std::string Composite::LastLevel(const std::string& x) {
  if (context_->Describe(x).lod_level() < 2) return x;
  const NameList padded =
      Ops("sequence_pad",
          {{"X", {Slice(x, 1, 0, 1)}}, {"PadValue", {Zeros({1}, x)}}}, {},
          {"Out", "Length"});
  const std::string plain = Op("lod_reset", {{"X", {padded[0]}}});
  return WithSequencesOf(
      Op("sequence_unpad", {{"X", {plain}}, {"Length", {padded[1]}}}), x);
}

VarDesc Composite::Argument(const std::string& like,
                            const std::vector<int64_t>& dims) {
  VarDesc argument;
  argument.set_name(NewName("step"));
  argument.set_dtype(context_->Describe(like).dtype());
  for (int64_t size : dims) argument.add_dims(size);
  return argument;
}

std::vector<VarDesc> Composite::StepArguments(const NameList& inputs,
                                              const NameList& memories) {
  // All arguments share one symbolic size: sequences that are still running.
  const int64_t alive = context_->NewSize();
  std::vector<VarDesc> arguments;
  for (const std::string& input : inputs) {
    std::vector<int64_t> dims = Shape(input);
    dims[0] = alive;
    arguments.push_back(Argument(input, dims));
  }
  for (const std::string& memory : memories) {
    std::vector<int64_t> dims = Shape(memory);
    // A memory of more than one axis has a row for each sequence already.
    if (dims.size() > 1) dims.erase(dims.begin());
    dims.insert(dims.begin(), alive);
    arguments.push_back(Argument(memory, dims));
  }
  return arguments;
}

NameList Composite::Recurrent(
    const NameList& inputs, const NameList& memories, bool reverse,
    const std::function<StepEnds(const StepEnds&)>& step) {
  // The operators so far are outside of the step, so they enter the program
  // before the block is opened.
  context_->AppendFirst(std::exchange(ops_, {}));
  const std::vector<VarDesc> arguments = StepArguments(inputs, memories);
  StepEnds begin;
  for (const VarDesc& argument : arguments) {
    const bool row = begin.rows.size() < inputs.size();
    (row ? begin.rows : begin.memories).push_back(argument.name());
  }
  const StepEnds end = step(begin);
  NameList results = end.rows;
  results.insert(results.end(), end.memories.begin(), end.memories.end());
  const framework::WrittenBlock block =
      context_->AddBlock(arguments, std::exchange(ops_, {}), results);
  const NameList outputs = NewNames(end.rows.size(), "recurrent");
  Append(
      "recurrent",
      {{"Inputs", inputs},
       {"InitialStates", memories},
       {"Captures", block.captures}},
      {{"Out", outputs}, {"StepScopes", {NewName("steps")}}},
      {{"step_net", framework::BlockIndex{block.index}}, {"reverse", reverse}});
  return outputs;
}

std::string Composite::Reshape(const std::string& x,
                               const std::vector<int64_t>& shape) {
  return Op("reshape", {{"X", {x}}}, {{"shape", shape}});
}

std::string Composite::Constant(const std::string& x) {
  context_->SetConstant(x);
  return x;
}

// sign(x - bound) is -1, 0 or 1; relu leaves 0 or 1.
std::string Composite::Above(const std::string& x, double bound) {
  return Constant(Of("relu", Of("sign", Scale(x, 1, -bound))));
}

std::string Composite::Sign(const std::string& x) {
  return Constant(Of("sign", x));
}

void Composite::Result(const std::string& slot, const std::string& name) {
  results_.push_back(name);
  result_grads_.push_back(context_->OutputGrad(slot));
}

void Composite::Tangent(const std::string& slot, const std::string& name) {
  // Without a gradient of the output its tangent is of no use.
  const std::string flowing = In(GradName(slot));
  if (flowing.empty()) return;
  results_.push_back(name);
  result_grads_.push_back(flowing);
  tangents_.push_back({GradName(slot), {name}});
}

void Composite::ForwardResult(const std::string& slot,
                              const std::string& name) {
  outputs_.push_back(name);
  output_grads_.push_back(In(GradName(slot)));
}

void Composite::Finish() {
  if (!outputs_.empty()) return FinishForward();
  context_->DifferentiateThrough(std::move(ops_), results_, result_grads_);
  for (const auto& [slot, names] : tangents_) {
    context_->AddInputGrad(slot, 0, names[0]);
  }
}

void Composite::FinishForward() {
  NameList inputs, input_grads;
  for (const auto& output : grad_.outputs()) {
    const std::string& slot = output.name();
    const std::string flowing = context_->OutputGrad(slot);
    // The outputs of the gradient operator name the inputs: S@GRAD belongs to
    // S.
    if (flowing.empty() || !absl::EndsWith(slot, "@GRAD")) continue;
    const std::string input =
        In(slot.substr(0, slot.size() - GradName("").size()));
    // A variable in two slots has one gradient, and so a single tangent.
    const bool known =
        std::find(inputs.begin(), inputs.end(), input) != inputs.end();
    if (known) continue;
    inputs.push_back(input);
    input_grads.push_back(flowing);
  }
  context_->DifferentiateTwice(std::move(ops_), outputs_, output_grads_, inputs,
                               input_grads);
}

framework::GradMaker CompositeGradient(
    std::function<void(Composite* composite)> write) {
  return [write = std::move(write)](
             const OpDesc& grad,
             framework::GradContext* context) -> std::vector<OpDesc> {
    Composite composite(grad, context);
    write(&composite);
    composite.Finish();
    return {};
  };
}

}  // namespace paddle::operators
