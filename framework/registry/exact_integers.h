// Whole numbers that a float attribute cannot hold.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::framework {

// Gives the operator's numbers that are too exact for a double to the attribute
// that can hold them. An operator whose float attribute "value" is a number of
// a tensor's own type declares an int attribute "int_value" beside it, 0 by
// default, which holds the number instead wherever no double is equal to it;
// "value" then is the nearest double. A list of float "values" has the list of
// int "int_values", which stands in its place. Whoever writes the operator
// gives "value" alone. InvalidArgument if both are given and "value" is such a
// number. A typed number in one attribute would be a type more for each reader
// of attributes (kernels, printers, plug-ins, files); two attributes are none.
void MoveExactIntegers(const OpProto& proto, proto::OpDesc* op);

}  // namespace paddle::framework
