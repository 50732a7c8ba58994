// Reading and writing OpDesc messages.
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

// A description from its parts; the id is given when it joins a program.
//   MakeOp("mul", {{"X", {"x"}}, {"Y", {"w"}}}, {{"Out", {"y"}}},
//          {{"x_num_col_dims", int64_t{1}}})
proto::OpDesc MakeOp(absl::string_view type, const SlotMap& inputs,
                     const SlotMap& outputs, const AttributeMap& attrs = {});

// The names in a slot; none if the operator does not have it.
NameList Inputs(const proto::OpDesc& op, absl::string_view slot);
NameList Outputs(const proto::OpDesc& op, absl::string_view slot);
// The only name in a slot, "" when the slot is absent or empty;
// InvalidArgument if it holds several.
std::string Input(const proto::OpDesc& op, absl::string_view slot);
std::string Output(const proto::OpDesc& op, absl::string_view slot);
void SetInput(proto::OpDesc* op, absl::string_view slot, const NameList& names);
void SetOutput(proto::OpDesc* op, absl::string_view slot,
               const NameList& names);
// Every name read or written, slot by slot, without the empty ones.
NameList InputNames(const proto::OpDesc& op);
NameList OutputNames(const proto::OpDesc& op);
// Replaces a name wherever it stands.
void RenameInput(proto::OpDesc* op, absl::string_view from,
                 absl::string_view to);
void RenameOutput(proto::OpDesc* op, absl::string_view from,
                  absl::string_view to);

bool HasAttr(const proto::OpDesc& op, absl::string_view name);
// NotFound if the operator has no such attribute.
Attribute GetAttribute(const proto::OpDesc& op, absl::string_view name);
void SetAttribute(proto::OpDesc* op, absl::string_view name,
                  const Attribute& value);
// As a C++ type; TypeMismatch, naming both types, for another one.
template <typename T>
T GetAttr(const proto::OpDesc& op, absl::string_view name) {
  Attribute value = GetAttribute(op, name);
  PADDLE_ENFORCE(std::holds_alternative<T>(value), TypeMismatch, "attribute ",
                 name, " of operator ", op.type(), " is a ",
                 AttrTypeName(TypeOf(value)));
  return std::get<T>(std::move(value));
}
// The blocks an operator refers to through its attributes.
std::vector<int> BlocksOf(const proto::OpDesc& op);

// "forward", "backward", ...; "unknown role" for a number that is none.
const char* RoleName(int role);

// "x.py, line 3: y = pd.layer.fc(x)", or "" when not known.
std::string CallSiteText(const proto::OpDesc& op);

}  // namespace paddle::framework
