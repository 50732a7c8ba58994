#include "paddle/framework/passes/number_attributes.h"

#include <algorithm>
#include <variant>

namespace paddle::framework {

bool HasNumbersAlone(const proto::OpDesc& op, const OpProto& proto) {
  return std::all_of(
      op.attrs().begin(), op.attrs().end(), [&](const proto::Attr& attr) {
        const AttrProto* declared = proto.FindAttr(attr.name());
        if (declared == nullptr) return false;
        const Attribute value = FromProto(attr);
        const AttrType type = TypeOf(value);
        return value == declared->default_value || type == AttrType::kBool ||
               type == AttrType::kInt || type == AttrType::kFloat;
      });
}

void NumberAttributes::Add(const std::string& prefix, const proto::OpDesc& op,
                           const OpProto& proto) {
  for (const proto::Attr& attr : op.attrs()) {
    const Attribute value = FromProto(attr);
    if (value == proto.FindAttr(attr.name())->default_value) continue;
    if (const auto* number = std::get_if<double>(&value)) {
      floats_names_.push_back(prefix + attr.name());
      floats_.push_back(*number);
    } else {
      const auto* flag = std::get_if<bool>(&value);
      ints_names_.push_back(prefix + attr.name());
      ints_.push_back(flag != nullptr ? *flag : std::get<int64_t>(value));
    }
  }
}

void NumberAttributes::AppendTo(AttributeMap* attributes) const {
  attributes->emplace_back("floats_names", floats_names_);
  attributes->emplace_back("floats", floats_);
  attributes->emplace_back("ints_names", ints_names_);
  attributes->emplace_back("ints", ints_);
}

}  // namespace paddle::framework
