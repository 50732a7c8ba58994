#include "paddle/framework/registry/op_maker.h"

#include <algorithm>
#include <set>

#include "paddle/framework/registry/attr_check.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

template <typename Part>
void CheckParts(const OpProto& proto, const std::vector<Part>& parts) {
  std::set<std::string> names;
  // Slots and attributes of the same name would be one argument in Python.
  for (const Part& part : parts) {
    PADDLE_ENFORCE(names.insert(part.name).second, Internal, "operator ",
                   proto.type, " declares ", part.name, " twice");
    PADDLE_ENFORCE(!part.comment.empty(), Internal, "operator ", proto.type,
                   " does not document ", part.name);
  }
}

void CheckPairs(const OpProto& proto,
                const std::vector<std::pair<std::string, std::string>>& pairs) {
  for (const auto& [output, input] : pairs) {
    PADDLE_ENFORCE(proto.FindOutput(output) != nullptr &&
                       proto.FindInput(input) != nullptr,
                   Internal, "operator ", proto.type, " has no output ", output,
                   " or no input ", input);
  }
}

// Kernels index a list by the length in its schema, so every list must declare
// one.
void CheckLength(const OpProto& proto, const AttrProto& attr) {
  PADDLE_ENFORCE(IsList(attr.type) == attr.length.has_value(), Internal,
                 "operator ", proto.type, " says of attribute ", attr.name,
                 ", a ", AttrTypeName(attr.type),
                 attr.length ? ", how many elements it has"
                             : ", not how many elements it has");
  if (!attr.length) return;
  // A defect of the operator, found when the program starts.
  PADDLE_ENFORCE(0 <= attr.length->min && attr.length->min <= attr.length->max,
                 Internal, "attribute ", attr.name, " of operator ", proto.type,
                 " has ", attr.length->min, " to ", attr.length->max,
                 " elements");
  if (attr.length->as.empty()) return;
  const AttrProto* as = proto.FindAttr(attr.length->as);
  PADDLE_ENFORCE(
      as != nullptr && (IsList(as->type) || as->type == AttrType::kInt),
      Internal, "operator ", proto.type, " has no list and no number ",
      attr.length->as, ", which attribute ", attr.name, " is as long as");
}

void CheckProto(const OpProto& proto) {
  CheckParts(proto, proto.inputs);
  CheckParts(proto, proto.outputs);
  CheckParts(proto, proto.attrs);
  CheckPairs(proto, proto.updates);
  CheckPairs(proto, proto.reuses);
  PADDLE_ENFORCE(!proto.comment.empty(), Internal, "operator ", proto.type,
                 " is not documented");
  PADDLE_ENFORCE(proto.kernel_type_slot.empty() ||
                     proto.FindInput(proto.kernel_type_slot) != nullptr,
                 Internal, "operator ", proto.type, " has no input ",
                 proto.kernel_type_slot);
  for (const AttrProto& attr : proto.attrs) {
    CheckLength(proto, attr);
    // A required attribute has nothing to check.
    if (TypeOf(attr.default_value) == AttrType::kNone) continue;
    CheckAttr(proto.type, attr, attr.default_value);
  }
}

// Lets an operator in a copy of a block repeat the numbers it drew in the
// original (backward/copy_block.h); Frame reads it.
AttrProto DrawsAs() {
  AttrProto attr;
  attr.name = "draws_as";
  attr.comment =
      "The id of the operator whose random numbers of the same step it draws "
      "once more; 0: it has its own.";
  attr.type = AttrType::kInt;
  attr.default_value = int64_t{0};
  attr.min = 0;
  return attr;
}

}  // namespace

OpProto OpMaker::Build(const std::string& type) {
  proto_ = OpProto();
  proto_.type = type;
  Make();
  // Added for all random operators alike, so that no maker can forget it.
  if (proto_.random) proto_.attrs.push_back(DrawsAs());
  // Checks at registration, so that a wrong declaration cannot reach users.
  CheckProto(proto_);
  return std::move(proto_);
}

internal::SlotBuilder OpMaker::AddInput(std::string name, std::string comment) {
  SlotProto& slot = proto_.inputs.emplace_back();
  slot.name = std::move(name);
  slot.comment = std::move(comment);
  return internal::SlotBuilder(&slot);
}

internal::SlotBuilder OpMaker::AddOutput(std::string name,
                                         std::string comment) {
  SlotProto& slot = proto_.outputs.emplace_back();
  slot.name = std::move(name);
  slot.comment = std::move(comment);
  return internal::SlotBuilder(&slot);
}

internal::AttrBuilder<std::string> OpMaker::AddDataTypeAttr(
    std::string name, std::string comment) {
  AttrProto* attr =
      NewAttr(std::move(name), std::move(comment), AttrType::kString);
  attr->is_data_type = true;
  attr->default_value = std::string("float32");
  return internal::AttrBuilder<std::string>(attr);
}

AttrProto* OpMaker::NewAttr(std::string name, std::string comment,
                            AttrType type) {
  AttrProto& attr = proto_.attrs.emplace_back();
  attr.name = std::move(name);
  attr.comment = std::move(comment);
  attr.type = type;
  return &attr;
}

void OpMaker::Updates(std::string output, std::string input) {
  proto_.updates.emplace_back(std::move(output), std::move(input));
}
void OpMaker::MayReuse(std::string output, std::string input) {
  proto_.reuses.emplace_back(std::move(output), std::move(input));
}
void OpMaker::KernelTypeFrom(std::string input) {
  proto_.kernel_type_slot = std::move(input);
}

}  // namespace paddle::framework
