// Keeps whole numbers exact that a float attribute cannot represent.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::framework {

// Moves numbers that a double cannot represent from float to int attributes of
// the operator. An operator whose float attribute "value" is a number of a
// tensor's own type also declares an int attribute "int_value", 0 by default,
// which holds the number if no double equals it; "value" is then the nearest
// double. A list of float "values" has a list of int "int_values", which
// replaces it. Callers set "value" alone. Throws InvalidArgument if both are
// set and "value" is such a number. A number type of its own would be one more
// type for every reader of attributes (kernels, printers, plug-ins, files); two
// attributes need none.
void MoveExactIntegers(const OpProto& proto, proto::OpDesc* op);

}  // namespace paddle::framework
