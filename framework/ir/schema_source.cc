#include "paddle/framework/ir/schema_source.h"

#include "paddle/framework/ir/nearest.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

constexpr char kNoOperators[] =
    ": this program has no operators at all. Depend on those it uses or, with "
    "Paddle as a static archive, call paddle::operators::RegisterAllOps()";

template <typename Part>
const Part* FindPart(const std::vector<Part>& parts, absl::string_view name) {
  for (const Part& part : parts) {
    if (part.name == name) return &part;
  }
  return nullptr;
}

}  // namespace

const SlotProto* OpProto::FindInput(absl::string_view name) const {
  return FindPart(inputs, name);
}
const SlotProto* OpProto::FindOutput(absl::string_view name) const {
  return FindPart(outputs, name);
}
const AttrProto* OpProto::FindAttr(absl::string_view name) const {
  return FindPart(attrs, name);
}

std::string OpProto::UpdatedInput(absl::string_view output) const {
  for (const auto& [updated, input] : updates) {
    if (updated == output) return input;
  }
  return "";
}

const OpProto& FindOpProto(const SchemaSource& schemas,
                           absl::string_view type) {
  const OpProto* proto = schemas.Find(type);
  if (__builtin_expect(proto == nullptr, 0)) {
    const auto types = schemas.Types();
    PADDLE_THROW(NotFound, "no operator is called '", type, "'",
                 types.empty() ? kNoOperators : DidYouMean(type, types));
  }
  return *proto;
}

}  // namespace paddle::framework
