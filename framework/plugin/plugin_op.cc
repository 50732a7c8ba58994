#include "paddle/framework/plugin/plugin_op.h"

#include <set>
#include <utility>
#include <variant>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include "paddle/framework/plugin/plugin_api.h"
#include "paddle/framework/registry/grad_maker.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Calls the function. Throws the error of the context, if it has one
// afterwards, and one that names `what` if the plug-in throws or fails without
// a message.
void Invoke(const PluginFunction& function, absl::string_view what,
            PaddleContext* context) {
  PaddleStatus status = PADDLE_OK;
  try {
    status = function.function(&PluginApi(), context, function.data);
    // A C++ exception of the library must not pass through C frames of others.
  } catch (...) {
    context->error.SetCurrent();
  }
  // Set keeps an earlier, more precise error of the call.
  if (status != PADDLE_OK) {
    const std::string text =
        absl::StrCat(what, " fails with status ", status, " and no message");
    context->error.Set(status, text.c_str());
  }
  context->error.Rethrow();
}

class PluginSchema final : public OpSchema {
 public:
  explicit PluginSchema(const PaddleOp& op)
      : shape_(op.shape), outputs_(op.proto.outputs) {}

  void InferShape(InferShapeContext* context) const override {
    ShapeCall call(context);
    Invoke(shape_, "the shape function", &call);
    for (const SlotProto& slot : outputs_) CheckOutput(slot.name, call);
  }

 private:
  static void CheckOutput(const std::string& slot, const ShapeCall& call) {
    for (int i = 0; i < call.OutputCount(slot); ++i) {
      PADDLE_ENFORCE(!call.HasOutput(slot, i) || call.IsSet(slot, i), Internal,
                     "the shape function does not set output ", slot, "[", i,
                     "]");
    }
  }

  const PluginFunction shape_;
  const std::vector<SlotProto> outputs_;
};

class PluginGradSchema final : public GradOpSchema {
 public:
  explicit PluginGradSchema(const PaddleOp& op)
      : GradOpSchema(op.gradient_reads) {
    for (const auto& [output, input] : op.gradient_reuses) {
      MayReuse(output, input);
    }
  }
};

// Repeats a declaration through OpMaker, so that it passes the checks of all
// operators.
class PluginMaker final : public OpMaker {
 public:
  explicit PluginMaker(const OpProto& declared) : declared_(declared) {}

  void Make() override {
    for (const SlotProto& slot : declared_.inputs) {
      Refine(slot, AddInput(slot.name, slot.comment));
    }
    for (const SlotProto& slot : declared_.outputs) {
      // Copies what the C interface can declare, and nothing else.
      Refine(slot, AddOutput(slot.name, slot.comment));
    }
    for (const AttrProto& attr : declared_.attrs) AddAttrLike(attr);
    for (const auto& [output, input] : declared_.updates) {
      Updates(output, input);
    }
    for (const auto& [output, input] : declared_.reuses) {
      MayReuse(output, input);
    }
    KernelTypeFrom(declared_.kernel_type_slot);
    SetVersion(declared_.version);
    AddComment(declared_.comment);
  }

 private:
  static void Refine(const SlotProto& slot, internal::SlotBuilder builder) {
    if (slot.list) builder.AsList();
    if (slot.optional) builder.AsOptional();
    if (slot.intermediate) builder.AsIntermediate();
    if (slot.no_gradient) builder.NoGradient();
    if (slot.shape_only) builder.ShapeOnly();
  }

  template <typename T>
  static void Refine(const AttrProto& attr, internal::AttrBuilder<T> builder) {
    if (const T* value = std::get_if<T>(&attr.default_value)) {
      builder.SetDefault(*value);
    }
    if (attr.min.has_value()) builder.AtLeast(*attr.min);
    if (attr.max.has_value()) builder.AtMost(*attr.max);
    builder.OneOf(attr.choices);
    if (attr.length) builder.LengthBetween(attr.length->min, attr.length->max);
  }

  template <typename T>
  void AddTyped(const AttrProto& attr) {
    Refine(attr, AddAttr<T>(attr.name, attr.comment));
  }

  void AddAttrLike(const AttrProto& attr) {
    if (attr.is_data_type) {
      return Refine(attr, AddDataTypeAttr(attr.name, attr.comment));
    }
    switch (attr.type) {
      case AttrType::kBool:
        return AddTyped<bool>(attr);
      case AttrType::kInt:
        return AddTyped<int64_t>(attr);
      case AttrType::kFloat:
        return AddTyped<double>(attr);
      case AttrType::kString:
        return AddTyped<std::string>(attr);
      case AttrType::kBools:
        return AddTyped<std::vector<bool>>(attr);
      case AttrType::kInts:
        return AddTyped<std::vector<int64_t>>(attr);
      case AttrType::kFloats:
        return AddTyped<std::vector<double>>(attr);
      default:
        return AddTyped<std::vector<std::string>>(attr);
        // CheckDeclaration has excluded every other type.
    }
  }

  const OpProto& declared_;
};

// Returns one form of names such as "F1Score" and "f1_score", which are the
// same name for some languages.
std::string Folded(const std::string& name) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(name), {{"_", ""}});
}

template <typename Parts>
void CheckNames(const Parts& parts, std::set<std::string>* seen) {
  for (const auto& part : parts) {
    PADDLE_ENFORCE(seen->insert(Folded(part.name)).second, InvalidArgument,
                   "the name ", part.name,
                   " is taken ('name' is what each "
                   "operator may be called), or differs from another one only "
                   "in capitals and underscores");
  }
}

void CheckDeclaration(const PaddleOp& op) {
  std::set<std::string> arguments = {"name"};
  CheckNames(op.proto.inputs, &arguments);
  CheckNames(op.proto.attrs, &arguments);
  // Inputs and attributes share the arguments of the Python function; outputs
  // do not.
  std::set<std::string> results;
  CheckNames(op.proto.outputs, &results);
  PADDLE_ENFORCE(!op.proto.outputs.empty(), InvalidArgument,
                 "there is no output");
  PADDLE_ENFORCE(op.shape.function != nullptr, InvalidArgument,
                 "there is no shape function");
  PADDLE_ENFORCE(!op.kernels.empty(), InvalidArgument, "there is no kernel");
  // Half a gradient would fail only when a program is differentiated.
  PADDLE_ENFORCE(op.gradient.empty() == op.gradient_kernels.empty(),
                 InvalidArgument,
                 op.gradient.empty() ? "there are gradient kernels, but "
                                       "add_gradient was not called"
                                     : "there is no gradient kernel");
  PADDLE_ENFORCE(!op.gradient.empty() ||
                     (op.gradient_reads.empty() && op.gradient_reuses.empty()),
                 InvalidArgument,
                 "something is said of the gradient, but "
                 "add_gradient was not called");
}

NewOp MakeForward(const PaddleOp& op) {
  NewOp made{op.proto.type, std::make_unique<OpInfo>(), op.kernels};
  made.info->proto = PluginMaker(op.proto).Build(op.proto.type);
  made.info->schema = std::make_unique<PluginSchema>(op);
  return made;
}

NewOp MakeGradient(const PaddleOp& op, OpInfo* forward) {
  NewOp made{op.gradient, std::make_unique<OpInfo>(), op.gradient_kernels};
  auto schema = std::make_unique<PluginGradSchema>(op);
  made.info->proto =
      schema->DeriveProto(forward->proto, *forward->schema, op.gradient);
  // An operator whose gradient has no outputs could never be written.
  PADDLE_ENFORCE(!made.info->proto.outputs.empty(), InvalidArgument,
                 "there is a gradient, but every input is without one");
  made.info->schema = std::move(schema);
  forward->grad_maker = GradMakerOf(op.gradient);
  forward->proto.has_gradient = true;
  return made;
}

}  // namespace

void PluginKernel::Compute(const KernelContext& context) const {
  KernelCall call(arguments(), context);
  Invoke(function_, "the kernel", &call);
}

void MakeOps(const PaddleOp& op, std::vector<NewOp>* all) {
  try {
    CheckDeclaration(op);
    all->push_back(MakeForward(op));
    if (op.gradient.empty()) return;
    NewOp gradient = MakeGradient(op, all->back().info.get());
    all->push_back(std::move(gradient));
  } catch (platform::Error& error) {
    error.AddContext(
        absl::StrCat("in the declaration of operator ", op.proto.type));
    throw;
  }
}

}  // namespace paddle::framework
