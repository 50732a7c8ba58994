#include "paddle/framework/registry/op_registry.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "paddle/framework/ir/nearest.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/registry/attr_check.h"
#include "paddle/framework/registry/compile_time_context.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/schema_check.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

// Never destroyed: programs may outlive static variables.
OpInfoMap& OpInfoMap::Instance() {
  static OpInfoMap& map = *new OpInfoMap;
  return map;
}

namespace {

// Makers of operators that another file registers later, because static
// initialization has no order among files. Guarded by the mutex of the map.
std::map<std::string, GradMaker, std::less<>>& EarlyGradMakers() {
  static auto& makers = *new std::map<std::string, GradMaker, std::less<>>;
  return makers;
}

// The view of an operator whose attributes are examples: outputs have the rank
// that these give them, and sizes that are not known.
class ExampleContext final : public CompileTimeContext {
 public:
  using CompileTimeContext::CompileTimeContext;
  void SetOutput(absl::string_view slot, const Dims& dims, DataType dtype,
                 int i) override {
    Dims unknown;
    for (int axis = 0; axis < dims.rank(); ++axis) {
      unknown.Append(sizes().Fresh());
    }
    CompileTimeContext::SetOutput(slot, unknown, dtype, i);
  }
};

// Throws InvalidArgument, naming both, unless an input can be what `attribute`
// is: numbers of its type, and as many as the example has.
void CheckAttrInput(const CompileTimeContext& context,
                    const std::string& attribute, const std::string& slot) {
  const Attribute& example = context.attribute(attribute);
  const DataType dtype = context.InputType(slot);
  const Dims dims = context.InputDims(slot);
  PADDLE_ENFORCE(CanGive(dtype, TypeOf(example)) && dims.rank() <= 1,
                 InvalidArgument, "input ", slot, " of operator ",
                 context.op_type(), " gives attribute ", attribute, ", a ",
                 AttrTypeName(TypeOf(example)), ": it cannot be ",
                 DataTypeName(dtype), " ", dims.ToString());
  PADDLE_ENFORCE(!dims.IsStatic() || dims.Numel() == ElementCount(example),
                 InvalidArgument, "input ", slot, " of operator ",
                 context.op_type(), " has ", dims.Numel(),
                 " elements, but the example of attribute ", attribute, " is ",
                 ToString(example));
}

// Gradients have the shape of what they are gradients of; the schema of a
// gradient operator knows.
void InferByExample(const OpInfo& info, const proto::OpDesc& op,
                    SymbolTable* table) {
  ExampleContext context(op, table);
  for (const auto& [attribute, slot] : AttrInputsOf(op.type())) {
    if (context.HasInput(slot)) CheckAttrInput(context, attribute, slot);
  }
  if (info.proto.gradient_of.empty()) return info.schema->InferShape(&context);
  CompileTimeContext plain(op, table);
  info.schema->InferShape(&plain);
}

void SetGradMaker(GradMaker maker, OpInfo* info) {
  PADDLE_ENFORCE(!info->grad_maker, AlreadyExists, "operator ",
                 info->proto.type, " has two gradients");
  info->grad_maker = std::move(maker);
  info->proto.has_gradient = true;
}

}  // namespace

void OpInfoMap::Insert(std::string type, std::unique_ptr<OpInfo> info) {
  std::unique_lock lock(mutex_);
  auto [entry, inserted] = infos_.emplace(std::move(type), nullptr);
  PADDLE_ENFORCE(inserted, AlreadyExists, "operator ", entry->first,
                 " is registered twice");
  // The maker may be registered first, because static initialization has no
  // order among files.
  auto early = EarlyGradMakers().find(entry->first);
  if (early != EarlyGradMakers().end()) {
    SetGradMaker(std::move(early->second), info.get());
    EarlyGradMakers().erase(early);
  }
  entry->second = std::move(info);
}

const OpInfo* OpInfoMap::FindInfo(absl::string_view type) const {
  std::shared_lock lock(mutex_);
  auto entry = infos_.find(type);
  return entry == infos_.end() ? nullptr : entry->second.get();
}

const OpInfo& OpInfoMap::Get(absl::string_view type) const {
  // Reports an unknown type with suggestions.
  FindOpProto(*this, type);
  return *FindInfo(type);
}

OpInfo& OpInfoMap::GetMutable(absl::string_view type) {
  // Only for registration: afterwards others read the info without a lock.
  FindOpProto(*this, type);
  std::shared_lock lock(mutex_);
  return *infos_.find(type)->second;
}

const OpProto* OpInfoMap::Find(absl::string_view type) const {
  const OpInfo* info = FindInfo(type);
  return info == nullptr ? nullptr : &info->proto;
}

std::vector<std::string> OpInfoMap::Types() const {
  std::shared_lock lock(mutex_);
  std::vector<std::string> types;
  for (const auto& [type, info] : infos_) types.push_back(type);
  std::sort(types.begin(), types.end());
  return types;
}

void OpInfoMap::CheckAndComplete(proto::OpDesc* op) const {
  CheckAndCompleteOp(Get(op->type()).proto, op);
}

void OpInfoMap::InferShape(const proto::OpDesc& op, SymbolTable* table) const {
  const OpInfo& info = Get(op.type());
  if (!ReadsAttributes(op)) {
    CompileTimeContext context(op, table);
    info.schema->InferShape(&context);
  } else {
    InferByExample(info, op, table);
  }
  for (const std::string& name : OutputNames(op)) {
    const proto::VarDesc& var = table->GetVar(name);
    // Raw values and step scopes have no shape.
    const bool shaped =
        var.kind() == proto::DENSE_TENSOR || var.kind() == proto::SELECTED_ROWS;
    PADDLE_ENFORCE(!shaped || var.dtype() != proto::UNKNOWN, Internal,
                   "the shape function of operator ", op.type(),
                   " leaves its output '", name, "' without shape");
  }
}

namespace internal {

int RegisterOp(const char* type, std::unique_ptr<OpSchema> schema,
               std::unique_ptr<OpMaker> maker) {
  auto info = std::make_unique<OpInfo>();
  info->proto = maker->Build(type);
  info->schema = std::move(schema);
  OpInfoMap::Instance().Insert(type, std::move(info));
  return 0;
}

int RegisterGradMaker(const char* type, GradMaker maker) {
  // See EarlyGradMakers.
  if (OpInfoMap::Instance().FindInfo(type) != nullptr) {
    SetGradMaker(std::move(maker), &OpInfoMap::Instance().GetMutable(type));
  } else {
    const bool added =
        EarlyGradMakers().try_emplace(type, std::move(maker)).second;
    PADDLE_ENFORCE(added, AlreadyExists, "operator ", type,
                   " has two gradients");
  }
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework
