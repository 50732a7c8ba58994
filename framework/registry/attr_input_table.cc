// Implements attr_inputs.h, which only operators see, beside the map of
// operators that it adds slots to.
#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/attr_check.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// The map is of stable addresses.
struct Table {
  std::shared_mutex mutex;
  std::map<std::string, AttrInputs, std::less<>> of;
};

// Never destroyed, as the map of operators.
Table& AllAttrInputs() {
  static Table& table = *new Table;
  return table;
}

std::string CommentOf(const std::string& attribute, bool is_list, bool is_int) {
  return absl::StrCat("What attribute ", attribute,
                      " is, known only when the program runs: ",
                      is_list ? "[n]" : "[1] or a scalar", ", ",
                      is_int ? "int32 or int64" : "float32 or float64",
                      ". The attribute is an example then",
                      is_list ? ", of n elements, and gives outputs their rank."
                              : ", and gives outputs their rank.");
}

bool IsNumeric(AttrType type) {
  return IsIntegral(type) || type == AttrType::kFloat ||
         type == AttrType::kFloats;
}

void AddSlot(const std::string& attribute, const std::string& slot,
             OpProto* proto) {
  const AttrProto* attr = proto->FindAttr(attribute);
  PADDLE_ENFORCE(attr != nullptr && IsNumeric(attr->type), Internal,
                 "operator ", proto->type, " has no attribute ", attribute,
                 " of numbers, which could come from input ", slot);
  PADDLE_ENFORCE(proto->FindInput(slot) == nullptr, AlreadyExists, "operator ",
                 proto->type, " declares ", slot, " twice");
  const bool is_int = IsIntegral(attr->type);
  SlotProto input;
  input.name = slot;
  input.comment = CommentOf(attribute, IsList(attr->type), is_int);
  input.optional = true;
  input.no_gradient = true;
  proto->inputs.push_back(std::move(input));
  Table& table = AllAttrInputs();
  std::unique_lock lock(table.mutex);
  AttrInputs& pairs = table.of[proto->type];
  for (const auto& pair : pairs) {
    PADDLE_ENFORCE(pair.first != attribute, AlreadyExists, "attribute ",
                   attribute, " of operator ", proto->type,
                   " comes from input ", pair.second, " already, not from ",
                   slot);
  }
  pairs.emplace_back(attribute, slot);
}

}  // namespace

const AttrInputs& AttrInputsOf(absl::string_view type) {
  static const auto& none = *new AttrInputs;
  Table& table = AllAttrInputs();
  std::shared_lock lock(table.mutex);
  const auto found = table.of.find(type);
  return found == table.of.end() ? none : found->second;
}

bool ReadsAttributes(const proto::OpDesc& op) {
  const AttrInputs& pairs = AttrInputsOf(op.type());
  return std::any_of(pairs.begin(), pairs.end(), [&op](const auto& pair) {
    return !Inputs(op, pair.second).empty();
  });
}

namespace internal {

int RegisterAttrInput(const char* type, const char* attribute,
                      const char* slot) {
  OpInfoMap& map = OpInfoMap::Instance();
  AddSlot(attribute, slot, &map.GetMutable(type).proto);
  // The gradient operator has the attributes of the forward one, and so needs
  // to know them from where that does.
  for (const std::string& other : map.Types()) {
    if (map.Get(other).proto.gradient_of != type) continue;
    AddSlot(attribute, slot, &map.GetMutable(other).proto);
  }
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework
