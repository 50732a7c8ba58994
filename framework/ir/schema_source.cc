#include "paddle/framework/ir/schema_source.h"

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/nearest.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// The usual reason for an unknown type is that nothing was linked at all.
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

// Returns "1 element", "1 to 9 elements" or "at least 1 element".
std::string CountText(int64_t min, int64_t max) {
  const bool bounded = max < std::numeric_limits<int64_t>::max();
  if (!bounded && min == 0) return "";
  const int64_t last = bounded ? max : min;
  const char* const noun = last == 1 ? " element" : " elements";
  if (!bounded) return absl::StrCat("at least ", min, noun);
  if (min == 0) return absl::StrCat("at most ", max, noun);
  return min == max ? absl::StrCat(max, noun)
                    : absl::StrCat(min, " to ", max, noun);
}

}  // namespace

std::string LengthText(const ListLength& length) {
  const std::string text =
      length.as.empty() ? CountText(length.min, length.max)
                        : absl::StrCat("as many elements as ", length.as);
  return length.or_none && !text.empty() ? text + ", or none" : text;
}

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
  // Listing the types for a suggestion is slow, and must not cost anything on
  // success.
  if (__builtin_expect(proto == nullptr, 0)) {
    const auto types = schemas.Types();
    PADDLE_THROW(NotFound, "no operator is called '", type, "'",
                 types.empty() ? kNoOperators : DidYouMean(type, types));
  }
  return *proto;
}

}  // namespace paddle::framework
