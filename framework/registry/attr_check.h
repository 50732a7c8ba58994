// Checks attribute values against the declarations of operators.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

// Returns the simplest attribute of a type: false, 0, "" or an empty list.
Attribute EmptyAttribute(AttrType type);

// Returns the number of elements of a list, and 1 for any other value.
int64_t ElementCount(const Attribute& value);

// True for an int and a list of ints.
bool IsIntegral(AttrType type);

// True if elements of `dtype` can be what an attribute of the type is, a number
// or a list of numbers (attr_inputs.h): int32 and int64 for ints, float32 and
// float64 for others.
bool CanGive(DataType dtype, AttrType type);

// Returns `value` as the type that `attr` of operator `op_type` declares: an
// int given for a float is converted, also in lists, and an empty list fits any
// list type. Throws TypeMismatch for any other type, and InvalidArgument, with
// the legal values, for a list of the wrong length, an int that no double
// equals, a number out of range, or a string that is not among the choices or
// not a data type.
Attribute CheckAttr(const std::string& op_type, const AttrProto& attr,
                    Attribute value);

// Throws InvalidArgument, naming both attributes, unless the list `value` of
// `attr` has the length that `other`, the value of the attribute
// attr.length->as, prescribes: that of a list, or an integer.
void CheckSameLength(const std::string& op_type, const AttrProto& attr,
                     const Attribute& value, const Attribute& other);

}  // namespace paddle::framework
