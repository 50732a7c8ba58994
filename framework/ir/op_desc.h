// Reads and writes OpDesc messages.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/name_list.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

using SlotMap = std::vector<std::pair<std::string, NameList>>;
using AttributeMap = std::vector<std::pair<std::string, Attribute>>;

// Returns a description made of its parts; it gets its id when it joins a
// program.
//   MakeOp("mul", {{"X", {"x"}}, {"Y", {"w"}}}, {{"Out", {"y"}}},
//          {{"x_num_col_dims", int64_t{1}}})
proto::OpDesc MakeOp(absl::string_view type, const SlotMap& inputs,
                     const SlotMap& outputs, const AttributeMap& attrs = {});

// Returns the names in a slot; none if the operator lacks the slot.
NameList Inputs(const proto::OpDesc& op, absl::string_view slot);
NameList Outputs(const proto::OpDesc& op, absl::string_view slot);
// Returns the only name in a slot, "" if the slot is absent or empty; throws
// InvalidArgument if it holds several.
std::string Input(const proto::OpDesc& op, absl::string_view slot);
std::string Output(const proto::OpDesc& op, absl::string_view slot);
void SetInput(proto::OpDesc* op, absl::string_view slot, const NameList& names);
void SetOutput(proto::OpDesc* op, absl::string_view slot,
               const NameList& names);
// Returns every name read or written, slot by slot, without empty ones.
NameList InputNames(const proto::OpDesc& op);
NameList OutputNames(const proto::OpDesc& op);
// Replaces a name in all slots.
void RenameInput(proto::OpDesc* op, absl::string_view from,
                 absl::string_view to);
void RenameOutput(proto::OpDesc* op, absl::string_view from,
                  absl::string_view to);

bool HasAttr(const proto::OpDesc& op, absl::string_view name);
// Throws NotFound if the operator has no such attribute.
Attribute GetAttribute(const proto::OpDesc& op, absl::string_view name);
void SetAttribute(proto::OpDesc* op, absl::string_view name,
                  const Attribute& value);
// Returns an attribute as T; throws TypeMismatch, naming both types, if it has
// another type.
template <typename T>
T GetAttr(const proto::OpDesc& op, absl::string_view name) {
  Attribute value = GetAttribute(op, name);
  PADDLE_ENFORCE(std::holds_alternative<T>(value), TypeMismatch, "attribute ",
                 name, " of operator ", op.type(), " is a ",
                 AttrTypeName(TypeOf(value)));
  return std::get<T>(std::move(value));
}
// Returns the indices of the blocks that the operator's attributes refer to.
std::vector<int> BlocksOf(const proto::OpDesc& op);

// Returns "forward", "backward", ...; "unknown role" for any other number.
const char* RoleName(int role);

// Returns "x.py, line 3: y = pd.layer.fc(x)", or "" if the call site is
// unknown.
std::string CallSiteText(const proto::OpDesc& op);

}  // namespace paddle::framework
