#include "paddle/operators/common/fused_attributes.h"

#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/attr_check.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

namespace {

using framework::Attribute;
using framework::AttrProto;
using framework::AttrType;
using framework::NameList;
using framework::OpProto;

const OpProto& ProtoOf(const framework::proto::OpDesc& op) {
  return framework::OpInfoMap::Instance().Get(op.type()).proto;
}

// Declares a list of names, and that of the values.
template <typename T>
void AddLists(const std::string& list, const std::string& names,
              framework::OpMaker* op) {
  const std::string keys = absl::StrCat(list, "_names");
  op->AddAttr<NameList>(keys, names).SetDefault({}).AnyLength();
  op->AddAttr<std::vector<T>>(list, "Their values.")
      .SetDefault({})
      .LengthOf(keys);
}

template <typename T, typename Set>
void ForEachOf(AttributeLookup attribute, const std::string& list, Set set) {
  const auto& names =
      std::get<NameList>(attribute(absl::StrCat(list, "_names")));
  const auto& values = std::get<std::vector<T>>(attribute(list));
  for (size_t i = 0; i < names.size(); ++i) set(names[i], values[i]);
}

}  // namespace

void AddFusedAttributes(const std::string& names, framework::OpMaker* op) {
  AddLists<double>("floats", names, op);
  AddLists<int64_t>("ints", "The same for integers and booleans.", op);
}

void ForEachFusedAttribute(
    AttributeLookup attribute,
    absl::FunctionRef<void(const std::string&, const Attribute&)> set) {
  ForEachOf<double>(attribute, "floats", set);
  ForEachOf<int64_t>(attribute, "ints", set);
}

void SetFusedAttribute(const std::string& where, const std::string& name,
                       Attribute value, framework::proto::OpDesc* op) {
  const AttrProto* attr = ProtoOf(*op).FindAttr(name);
  PADDLE_ENFORCE(attr != nullptr, InvalidArgument, "operator ", op->type(),
                 " of ", where, " has no attribute '", name, "'");
  const auto* number = std::get_if<int64_t>(&value);
  if (attr->type == AttrType::kBool && number != nullptr) value = *number != 0;
  framework::SetAttribute(
      op, name, framework::CheckAttr(op->type(), *attr, std::move(value)));
}

void CompleteFusedAttributes(const std::string& where,
                             framework::proto::OpDesc* op) {
  for (const AttrProto& attr : ProtoOf(*op).attrs) {
    if (framework::HasAttr(*op, attr.name)) continue;
    PADDLE_ENFORCE(TypeOf(attr.default_value) != AttrType::kNone,
                   InvalidArgument, where, " lacks attribute ", attr.name,
                   " of ", op->type());
    framework::SetAttribute(op, attr.name, attr.default_value);
  }
}

}  // namespace paddle::operators
