#include "paddle/operators/optimizer/update_list.h"

#include <string>
#include <variant>

#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

constexpr char kName[] = "fused_update";

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
  ForEachFusedAttribute(attribute, [&](const std::string& name,
                                       const framework::Attribute& value) {
    SetFusedAttribute(kName, name, value, &list.desc);
  });
  CompleteFusedAttributes(kName, &list.desc);
  for (const framework::proto::Attr& attr : list.desc.attrs()) {
    list.attributes.emplace_back(attr.name(), framework::FromProto(attr));
  }
  return list;
}

}  // namespace paddle::operators
