// Implements GradOpSchema and the gradient maker that goes with it.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/forward_shapes.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// True if the attributes are examples, with which forward shapes are others.
bool HasExamples(const InferShapeContext& context) {
  if (context.is_running()) return false;
  const AttrInputs& pairs = AttrInputsOf(context.op_type());
  return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
    return context.HasInput(pair.second);
  });
}

}  // namespace

void GradOpSchema::InferShape(InferShapeContext* context) const {
  // Running the forward shape function again checks programs that were not
  // written by a gradient maker, such as loaded ones.
  ForwardShapes forward(context, inputs_);
  if (!HasExamples(*context)) forward_->InferShape(&forward);
  InferGradShape(context);
}

void GradOpSchema::InferGradShape(InferShapeContext* context) const {
  for (const auto& [input, gradient] : gradients_) {
    for (int i = 0; i < context->OutputCount(gradient); ++i) {
      if (!context->HasOutput(gradient, i)) continue;
      context->SetOutput(gradient, context->InputDims(input, i),
                         context->InputType(input, i), i);
      context->ShareLoD(input, gradient, i, i);
    }
  }
}

namespace {

bool Reads(const GradOpSchema& schema, const std::string& name) {
  const std::vector<std::string>& reads = schema.reads();
  return std::find(reads.begin(), reads.end(), name) != reads.end();
}

SlotProto Copy(const SlotProto& slot) {
  // Only what concerns an input: as an input of the gradient operator, an
  // output is neither intermediate nor optional in the forward sense.
  SlotProto copy;
  copy.name = slot.name;
  copy.comment = slot.comment;
  copy.list = slot.list;
  copy.optional = slot.optional;
  copy.no_gradient = slot.no_gradient;
  copy.kinds = slot.kinds;
  return copy;
}

SlotProto GradSlot(const SlotProto& slot, bool optional) {
  SlotProto grad;
  grad.name = GradName(slot.name);
  grad.comment = absl::StrCat("The gradient of ", slot.name, ".");
  grad.list = slot.list;
  grad.optional = optional;
  grad.kinds = slot.kinds;
  return grad;
}

// Adds SelectedRows to the kinds that the output had from its forward slot.
void AddSelectedRows(OpProto* proto, const std::string& output) {
  for (SlotProto& slot : proto->outputs) {
    if (slot.name == output) return slot.kinds.Add(proto::SELECTED_ROWS);
  }
  PADDLE_THROW(Internal, "operator ", proto->type, " has no output ", output);
}

bool HasGradient(const SlotProto& output) {
  return !output.intermediate && !output.no_gradient;
}

// Fills a gradient operator's inputs from the forward operator.
void FillInputs(const OpProto& proto, const proto::OpDesc& forward,
                const OpProto& forward_proto, GradContext* context,
                proto::OpDesc* grad) {
  for (const SlotProto& slot : proto.inputs) {
    if (forward_proto.FindInput(slot.name) != nullptr) {
      SetInput(grad, slot.name, Inputs(forward, slot.name));
    } else if (forward_proto.FindOutput(slot.name) != nullptr) {
      SetInput(grad, slot.name, Outputs(forward, slot.name));
    }
  }
  for (const SlotProto& output : forward_proto.outputs) {
    // The gradient of an output that the program leaves out does not exist.
    if (!HasGradient(output) || Outputs(forward, output.name).empty()) continue;
    SetInput(grad, GradName(output.name),
             context->OutputGradsOrZeros(output.name));
  }
}

// Returns true if any gradient is wanted.
bool FillOutputs(const OpProto& forward_proto, const proto::OpDesc& forward,
                 GradContext* context, proto::OpDesc* grad) {
  bool wanted = false;
  for (const SlotProto& input : forward_proto.inputs) {
    if (input.no_gradient || Inputs(forward, input.name).empty()) continue;
    const NameList names = context->InputGrads(input.name);
    const bool any = std::any_of(names.begin(), names.end(),
                                 [](const auto& n) { return !n.empty(); });
    // A slot is set only if one of its gradients is wanted, so that kernels can
    // tell.
    if (any) SetOutput(grad, GradName(input.name), names);
    wanted |= any;
  }
  return wanted;
}

std::vector<proto::OpDesc> MakeGradient(const std::string& grad_type,
                                        const proto::OpDesc& forward,
                                        GradContext* context) {
  const OpInfoMap& map = OpInfoMap::Instance();
  const OpProto& forward_proto = map.Get(forward.type()).proto;
  proto::OpDesc grad;
  grad.set_type(grad_type);
  if (!FillOutputs(forward_proto, forward, context, &grad)) return {};
  FillInputs(map.Get(grad_type).proto, forward, forward_proto, context, &grad);
  // Attributes are shared, so that gradient kernels see what the forward kernel
  // saw.
  *grad.mutable_attrs() = forward.attrs();
  return {AsGradientOf(forward, std::move(grad))};
}

}  // namespace

OpProto GradOpSchema::DeriveProto(const OpProto& forward,
                                  const OpSchema& schema,
                                  const std::string& type) {
  // The forward schema is never destroyed, so the pointer stays valid.
  forward_ = &schema;
  for (const std::string& name : reads_) {
    PADDLE_ENFORCE(forward.FindInput(name) || forward.FindOutput(name),
                   Internal, "operator ", type, " reads ", name, ", which ",
                   forward.type, " does not have");
  }
  OpProto proto;
  proto.type = type;
  proto.comment = absl::StrCat("The gradient of ", forward.type, ".");
  proto.attrs = forward.attrs;
  proto.version = forward.version;
  proto.gradient_of = forward.type;
  proto.kernel_type_slot = forward.kernel_type_slot;
  for (const SlotProto& input : forward.inputs) {
    proto.inputs.push_back(Copy(input));
    // An input that is not read is still there: its shape is that of the
    // gradient.
    proto.inputs.back().shape_only = !Reads(*this, input.name);
    if (input.no_gradient) continue;
    proto.outputs.push_back(GradSlot(input, /*optional=*/true));
    gradients_.emplace_back(input.name, GradName(input.name));
  }
  // Inputs are ordered: forward inputs, outputs, gradients of outputs.
  for (const SlotProto& output : forward.outputs) {
    if (Reads(*this, output.name)) proto.inputs.push_back(Copy(output));
  }
  for (const SlotProto& output : forward.outputs) {
    if (!HasGradient(output)) continue;
    proto.inputs.push_back(GradSlot(output, output.optional));
  }
  // Checked after all slots exist.
  for (const SlotProto& input : proto.inputs) inputs_.push_back(input.name);
  for (const auto& [output, input] : reuses_) {
    PADDLE_ENFORCE(proto.FindOutput(output) && proto.FindInput(input), Internal,
                   "operator ", type, " has no output ", output,
                   " or no input ", input);
  }
  proto.reuses = reuses_;
  for (const std::string& name : sparse_) AddSelectedRows(&proto, name);
  return proto;
}

// Declared in grad_maker.h.
GradMaker GradMakerOf(std::string grad_type) {
  return [grad_type = std::move(grad_type)](const proto::OpDesc& forward,
                                            GradContext* context) {
    return MakeGradient(grad_type, forward, context);
  };
}

namespace internal {

int RegisterGradOp(const char* type, const char* grad_type,
                   std::unique_ptr<GradOpSchema> schema) {
  OpInfoMap& map = OpInfoMap::Instance();
  auto info = std::make_unique<OpInfo>();
  const OpInfo& forward = map.Get(type);
  info->proto = schema->DeriveProto(forward.proto, *forward.schema, grad_type);
  info->schema = std::move(schema);
  map.Insert(grad_type, std::move(info));
  return RegisterGradMaker(type, GradMakerOf(grad_type));
}

}  // namespace internal
}  // namespace paddle::framework
