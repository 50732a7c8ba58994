#include "paddle/framework/ir/op_desc.h"

#include <iterator>

#include "absl/strings/str_cat.h"

namespace paddle::framework {

namespace {

using Slots = google::protobuf::RepeatedPtrField<proto::Slot>;

const proto::Slot* FindSlot(const Slots& slots, absl::string_view name) {
  for (const proto::Slot& slot : slots) {
    if (slot.name() == name) return &slot;
  }
  return nullptr;
}

NameList NamesIn(const Slots& slots, absl::string_view name) {
  const proto::Slot* slot = FindSlot(slots, name);
  if (slot == nullptr) return {};
  return {slot->arguments().begin(), slot->arguments().end()};
}

std::string OnlyName(const proto::OpDesc& op, const Slots& slots,
                     absl::string_view name) {
  const proto::Slot* slot = FindSlot(slots, name);
  if (slot == nullptr || slot->arguments().empty()) return "";
  PADDLE_ENFORCE(slot->arguments_size() == 1, InvalidArgument, "slot ", name,
                 " of operator ", op.type(), " holds ", slot->arguments_size(),
                 " variables, not one");
  return slot->arguments(0);
}

void SetSlot(Slots* slots, absl::string_view name, const NameList& names) {
  for (proto::Slot& slot : *slots) {
    if (slot.name() != name) continue;
    *slot.mutable_arguments() = {names.begin(), names.end()};
    return;
    // Slots keep the order in which they were first set; printing depends on
    // it.
  }
  proto::Slot* slot = slots->Add();
  slot->set_name(std::string(name));
  *slot->mutable_arguments() = {names.begin(), names.end()};
}

void Rename(Slots* slots, absl::string_view from, absl::string_view to) {
  for (proto::Slot& slot : *slots) {
    for (std::string& name : *slot.mutable_arguments()) {
      if (name == from) name = std::string(to);
    }
  }
}

NameList AllNames(const Slots& slots) {
  NameList names;
  for (const proto::Slot& slot : slots) {
    for (const std::string& name : slot.arguments()) {
      if (!name.empty()) names.push_back(name);
    }
  }
  return names;
}

const proto::Attr* FindAttr(const proto::OpDesc& op, absl::string_view name) {
  for (const proto::Attr& attr : op.attrs()) {
    if (attr.name() == name) return &attr;
  }
  return nullptr;
}

}  // namespace

proto::OpDesc MakeOp(absl::string_view type, const SlotMap& inputs,
                     const SlotMap& outputs, const AttributeMap& attrs) {
  proto::OpDesc op;
  op.set_type(std::string(type));
  for (const auto& [slot, names] : inputs) SetInput(&op, slot, names);
  for (const auto& [slot, names] : outputs) SetOutput(&op, slot, names);
  for (const auto& [name, value] : attrs) SetAttribute(&op, name, value);
  return op;
}

NameList Inputs(const proto::OpDesc& op, absl::string_view slot) {
  return NamesIn(op.inputs(), slot);
}
NameList Outputs(const proto::OpDesc& op, absl::string_view slot) {
  return NamesIn(op.outputs(), slot);
}
std::string Input(const proto::OpDesc& op, absl::string_view slot) {
  return OnlyName(op, op.inputs(), slot);
}
std::string Output(const proto::OpDesc& op, absl::string_view slot) {
  return OnlyName(op, op.outputs(), slot);
}
void SetInput(proto::OpDesc* op, absl::string_view slot,
              const NameList& names) {
  SetSlot(op->mutable_inputs(), slot, names);
}
void SetOutput(proto::OpDesc* op, absl::string_view slot,
               const NameList& names) {
  SetSlot(op->mutable_outputs(), slot, names);
}
NameList InputNames(const proto::OpDesc& op) { return AllNames(op.inputs()); }
NameList OutputNames(const proto::OpDesc& op) { return AllNames(op.outputs()); }

void RenameInput(proto::OpDesc* op, absl::string_view from,
                 absl::string_view to) {
  Rename(op->mutable_inputs(), from, to);
}
void RenameOutput(proto::OpDesc* op, absl::string_view from,
                  absl::string_view to) {
  Rename(op->mutable_outputs(), from, to);
}

bool HasAttr(const proto::OpDesc& op, absl::string_view name) {
  return FindAttr(op, name) != nullptr;
}

Attribute GetAttribute(const proto::OpDesc& op, absl::string_view name) {
  const proto::Attr* attr = FindAttr(op, name);
  PADDLE_ENFORCE(attr != nullptr, NotFound, "operator ", op.type(),
                 " has no attribute ", name);
  return FromProto(*attr);
}

void SetAttribute(proto::OpDesc* op, absl::string_view name,
                  const Attribute& value) {
  for (proto::Attr& attr : *op->mutable_attrs()) {
    // Replaces a value in place, so that the order of attributes does not
    // change.
    if (attr.name() == name) return ToProto(name, value, &attr);
  }
  ToProto(name, value, op->add_attrs());
}

std::vector<int> BlocksOf(const proto::OpDesc& op) {
  std::vector<int> blocks;
  for (const proto::Attr& attr : op.attrs()) {
    if (attr.has_block()) blocks.push_back(attr.block());
    for (int index : attr.blocks().values()) blocks.push_back(index);
  }
  return blocks;
}

const char* RoleName(int role) {
  // By the number of the role.
  static constexpr const char* kNames[] = {"forward", "backward", "optimize",
                                           "schedule", "communicate"};
  static_assert(std::size(kNames) == proto::OpRole_ARRAYSIZE);
  return proto::OpRole_IsValid(role) ? kNames[role] : "unknown role";
}

std::string CallSiteText(const proto::OpDesc& op) {
  std::string text;
  for (const proto::CallSite& site : op.call_site()) {
    absl::StrAppend(&text, text.empty() ? "" : "\n  called from ", site.file());
    // Lines begin at 1; a place that is not in a text has none.
    if (site.line() > 0) absl::StrAppend(&text, ", line ", site.line());
    if (!site.text().empty()) absl::StrAppend(&text, ": ", site.text());
  }
  return text;
}

}  // namespace paddle::framework
