#include "paddle/framework/executor/op_arguments.h"

#include <variant>

#include "paddle/platform/enforce.h"

namespace paddle::framework {

OpArguments::OpArguments(const proto::OpDesc& desc, const OpProto& proto,
                         absl::FunctionRef<Var(const std::string&)> lookup,
                         const BlockLookup& block)
    : desc_(desc), proto_(proto) {
  AddSlots(desc_.inputs(), lookup, &inputs_);
  num_inputs_ = static_cast<int>(vars_.size());
  AddSlots(desc_.outputs(), lookup, &outputs_);
  for (const proto::Attr& attr : desc_.attrs()) {
    attrs_.emplace_back(attr.name(), FromProto(attr));
  }
  AddBlocks(block);
}

void OpArguments::AddBlocks(const BlockLookup& block) {
  for (const auto& [name, value] : attrs_) {
    if (const auto* one = std::get_if<BlockIndex>(&value)) {
      blocks_.emplace_back(name, block(one->index));
    }
    if (const auto* all = std::get_if<std::vector<BlockIndex>>(&value)) {
      for (BlockIndex one : *all) blocks_.emplace_back(name, block(one.index));
    }
  }
}

void OpArguments::AddSlots(
    const google::protobuf::RepeatedPtrField<proto::Slot>& slots,
    absl::FunctionRef<Var(const std::string&)> lookup,
    std::vector<NamedRange>* ranges) {
  for (const proto::Slot& slot : slots) {
    ranges->push_back({slot.name(), {num_vars(), slot.arguments_size()}});
    for (const std::string& name : slot.arguments()) {
      vars_.push_back(name.empty() ? Var() : lookup(name));
    }
  }
}

SlotRange OpArguments::InputRange(absl::string_view slot) const {
  for (const NamedRange& named : inputs_) {
    if (named.slot == slot) return named.range;
  }
  PADDLE_ENFORCE(proto_.FindInput(slot) != nullptr, NotFound, "operator ",
                 desc_.type(), " has no input ", slot);
  return {};
}

SlotRange OpArguments::OutputRange(absl::string_view slot) const {
  for (const NamedRange& named : outputs_) {
    if (named.slot == slot) return named.range;
  }
  PADDLE_ENFORCE(proto_.FindOutput(slot) != nullptr, NotFound, "operator ",
                 desc_.type(), " has no output ", slot);
  return {};
}

const Attribute& OpArguments::attribute(absl::string_view name) const {
  for (const auto& [key, value] : attrs_) {
    if (key == name) return value;
  }
  PADDLE_THROW(NotFound, "operator ", desc_.type(), " has no attribute ", name);
}

const std::shared_ptr<const CompiledBlock>& OpArguments::block(
    absl::string_view attribute, int i) const {
  int count = 0;
  for (const auto& [key, value] : blocks_) {
    if (key == attribute && count++ == i) return value;
  }
  PADDLE_ENFORCE(count == 0, OutOfRange, "block ", i, " of ", count,
                 " in attribute ", attribute, " of operator ", desc_.type());
  PADDLE_THROW(NotFound, "operator ", desc_.type(), " has no block ",
               attribute);
}

}  // namespace paddle::framework
