#include "paddle/operators/optimizer/update_list.h"

#include <utility>
#include <variant>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/attr_check.h"
#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Attribute;
using framework::AttrProto;
using framework::AttrType;
using framework::NameList;

// Sets the attributes that a pair of lists names.
template <typename T>
void ReadOverrides(AttributeLookup attribute, const std::string& list,
                   const framework::OpProto& proto,
                   framework::proto::OpDesc* desc) {
  const auto& names = std::get<NameList>(attribute(list + "_names"));
  const auto& values = std::get<std::vector<T>>(attribute(list));
  for (size_t i = 0; i < names.size(); ++i) {
    const AttrProto* attr = proto.FindAttr(names[i]);
    PADDLE_ENFORCE(attr != nullptr, InvalidArgument, "operator ", proto.type,
                   " of fused_update has no attribute '", names[i], "'");
    Attribute value = values[i];
    // Booleans are written as integers.
    if (attr->type == AttrType::kBool) value = values[i] != T(0);
    framework::SetAttribute(desc, names[i],
                            framework::CheckAttr(proto.type, *attr, value));
  }
}

void CheckCounts(const UpdateList& list, int grads, int inputs, int outputs) {
  PADDLE_ENFORCE(
      grads > 0 && inputs == grads * list.width() && outputs == inputs,
      InvalidArgument, "fused_update has ", grads, " gradients, ", inputs,
      " inputs and ", outputs, " outputs; ", list.desc.type(), " updates ",
      list.width(), " variables for each gradient");
}

}  // namespace

int UpdateList::PlaceOf(int i, absl::string_view slot) const {
  for (int k = 0; k < width(); ++k) {
    const auto& [output, input] = info->proto.updates[k];
    if (slot == output || slot == input) return i * width() + k;
  }
  return -1;
}

UpdateList ReadUpdateList(AttributeLookup attribute, int grads, int inputs,
                          int outputs) {
  const auto& type = std::get<std::string>(attribute("type"));
  PADDLE_ENFORCE(framework::UpdatesElements(type), InvalidArgument,
                 "fused_update runs optimizers that change element by element; "
                 "'",
                 type, "' is none");
  UpdateList list;
  list.info = &framework::OpInfoMap::Instance().Get(type);
  list.desc = framework::MakeOp(type, {}, {});
  list.parameters = grads;
  CheckCounts(list, grads, inputs, outputs);
  const framework::OpProto& proto = list.info->proto;
  ReadOverrides<double>(attribute, "floats", proto, &list.desc);
  ReadOverrides<int64_t>(attribute, "ints", proto, &list.desc);
  for (const AttrProto& attr : proto.attrs) {
    if (framework::HasAttr(list.desc, attr.name)) continue;
    PADDLE_ENFORCE(TypeOf(attr.default_value) != AttrType::kNone,
                   InvalidArgument, "fused_update lacks attribute ", attr.name,
                   " of ", type);
    framework::SetAttribute(&list.desc, attr.name, attr.default_value);
  }
  return list;
}

}  // namespace paddle::operators
