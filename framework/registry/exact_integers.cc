#include "paddle/framework/registry/exact_integers.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/types/number.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

bool Declares(const OpProto& proto, const std::string& name, AttrType type) {
  const AttrProto* attr = proto.FindAttr(name);
  return attr != nullptr && attr->type == type;
}

void MoveNumber(const std::string& name, const std::string& twin,
                int64_t number, proto::OpDesc* op) {
  // Most numbers are exact as doubles, and stay where users and printers expect
  // them.
  if (FitsDouble(number)) return;
  PADDLE_ENFORCE(!HasAttr(*op, twin) || GetAttr<int64_t>(*op, twin) == 0,
                 InvalidArgument, "operator ", op->type(), " is given ", number,
                 " as ", name, " and ", GetAttr<int64_t>(*op, twin), " as ",
                 twin, ": one of them is the number");
  SetAttribute(op, twin, number);
  // Readers that know only the float attribute get the nearest number.
  SetAttribute(op, name, static_cast<double>(number));
}

void MoveList(const std::string& name, const std::string& twin,
              const std::vector<int64_t>& numbers, proto::OpDesc* op) {
  if (std::all_of(numbers.begin(), numbers.end(), &FitsDouble)) return;
  PADDLE_ENFORCE(
      !HasAttr(*op, twin) || GetAttr<std::vector<int64_t>>(*op, twin).empty(),
      InvalidArgument, "operator ", op->type(), " is given both ", name,
      " and ", twin);
  SetAttribute(op, twin, numbers);
  // The list is moved as a whole, because an element cannot be in two lists.
  SetAttribute(op, name, std::vector<double>());
}

}  // namespace

void MoveExactIntegers(const OpProto& proto, proto::OpDesc* op) {
  for (const AttrProto& attr : proto.attrs) {
    const bool list = attr.type == AttrType::kFloats;
    if (!list && attr.type != AttrType::kFloat) continue;
    const std::string twin = absl::StrCat("int_", attr.name);
    if (!HasAttr(*op, attr.name) ||
        !Declares(proto, twin, list ? AttrType::kInts : AttrType::kInt)) {
      continue;
    }
    const Attribute given = GetAttribute(*op, attr.name);
    if (const auto* number = std::get_if<int64_t>(&given)) {
      MoveNumber(attr.name, twin, *number, op);
    } else if (const auto* numbers =
                   std::get_if<std::vector<int64_t>>(&given)) {
      MoveList(attr.name, twin, *numbers, op);
    }
  }
}

}  // namespace paddle::framework
