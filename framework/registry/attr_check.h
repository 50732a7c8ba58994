// The check of attribute values against what an operator declares.
#pragma once

#include <string>

#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::framework {

// `value` as the type that `attr` of operator `op_type` declares: an int given
// for a float becomes one, and so does each int of a list; an empty list is of
// any type. TypeMismatch for another type; InvalidArgument, with the legal
// values, for a list of another length, an int that no double is equal to, a
// number out of range, a string that is no choice or no data type.
Attribute CheckAttr(const std::string& op_type, const AttrProto& attr,
                    Attribute value);

// InvalidArgument, naming both attributes, unless the list `value` of `attr` is
// as long as `other`, the value of the attribute attr.length->as: another list,
// or a number.
void CheckSameLength(const std::string& op_type, const AttrProto& attr,
                     const Attribute& value, const Attribute& other);

}  // namespace paddle::framework
