#include "paddle/framework/registry/schema_check.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/ir/nearest.h"
#include "paddle/framework/registry/attr_check.h"
#include "paddle/framework/registry/exact_integers.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Slots = google::protobuf::RepeatedPtrField<proto::Slot>;
using Attrs = google::protobuf::RepeatedPtrField<proto::Attr>;

template <typename Part>
std::vector<std::string> NamesOf(const std::vector<Part>& parts) {
  std::vector<std::string> names;
  for (const Part& part : parts) names.push_back(part.name);
  return names;
}

// Checks that each name given is declared, and given once. `kind` is "input"
// and so on.
template <typename Given, typename Part>
void CheckNames(const std::string& op_type, const char* kind,
                const Given& given, const std::vector<Part>& declared) {
  const std::vector<std::string> known = NamesOf(declared);
  std::vector<std::string> seen;
  for (const auto& item : given) {
    const std::string& name = item.name();
    // Linear search: operators have few slots and attributes.
    PADDLE_ENFORCE(std::find(known.begin(), known.end(), name) != known.end(),
                   InvalidArgument, "operator ", op_type, " has no ", kind,
                   " '", name, "'; it has ",
                   known.empty() ? "none" : absl::StrJoin(known, ", "),
                   DidYouMean(name, known));
    PADDLE_ENFORCE(std::find(seen.begin(), seen.end(), name) == seen.end(),
                   InvalidArgument, kind, " ", name, " of operator ", op_type,
                   " is given twice");
    seen.push_back(name);
  }
}

template <typename Items>
typename Items::value_type* FindItem(Items* items, const std::string& name) {
  for (auto& item : *items) {
    if (item.name() == name) return &item;
  }
  return nullptr;
}

bool IsGiven(const proto::Slot* slot) {
  // A slot of empty names counts as left out.
  return slot != nullptr &&
         std::any_of(slot->arguments().begin(), slot->arguments().end(),
                     [](const std::string& name) { return !name.empty(); });
}

void CheckSlots(const std::string& op_type, const char* kind,
                const std::vector<SlotProto>& declared, Slots* given) {
  CheckNames(op_type, kind, *given, declared);
  Slots ordered;
  for (const SlotProto& slot : declared) {
    proto::Slot* found = FindItem(given, slot.name);
    if (!IsGiven(found)) {
      PADDLE_ENFORCE(slot.optional, InvalidArgument, kind, " ", slot.name,
                     " of operator ", op_type, " is missing: ", slot.comment);
      continue;
    }
    PADDLE_ENFORCE(slot.list || found->arguments_size() == 1, InvalidArgument,
                   kind, " ", slot.name, " of operator ", op_type,
                   " takes one variable; given ", found->arguments_size(), ": ",
                   absl::StrJoin(found->arguments(), ", "));
    *ordered.Add() = std::move(*found);
  }
  // Ordering by the proto makes descriptions comparable, and printing stable.
  given->Swap(&ordered);
}

void CheckAttrs(const OpProto& proto, Attrs* given) {
  CheckNames(proto.type, "attribute", *given, proto.attrs);
  Attrs ordered;
  for (const AttrProto& attr : proto.attrs) {
    const proto::Attr* found = FindItem(given, attr.name);
    Attribute value =
        found != nullptr ? FromProto(*found) : Attribute(std::monostate());
    // "Not set" and absent mean the same to users.
    if (TypeOf(value) == AttrType::kNone) value = attr.default_value;
    PADDLE_ENFORCE(TypeOf(value) != AttrType::kNone, InvalidArgument,
                   "attribute ", attr.name, " of operator ", proto.type,
                   " is required: ", attr.comment);
    ToProto(attr.name, CheckAttr(proto.type, attr, std::move(value)),
            ordered.Add());
  }
  given->Swap(&ordered);
}

// Checks lists that must be as long as another attribute, once all have values.
void CheckLengths(const OpProto& proto, Attrs* attrs) {
  for (const AttrProto& attr : proto.attrs) {
    if (!attr.length || attr.length->as.empty()) continue;
    CheckSameLength(proto.type, attr, FromProto(*FindItem(attrs, attr.name)),
                    FromProto(*FindItem(attrs, attr.length->as)));
  }
}

}  // namespace

void CheckAndCompleteOp(const OpProto& proto, proto::OpDesc* op) {
  CheckSlots(proto.type, "input", proto.inputs, op->mutable_inputs());
  CheckSlots(proto.type, "output", proto.outputs, op->mutable_outputs());
  // Before the attributes are checked: the check would reject such numbers.
  MoveExactIntegers(proto, op);
  CheckAttrs(proto, op->mutable_attrs());
  CheckLengths(proto, op->mutable_attrs());
}

}  // namespace paddle::framework
