// Attributes that give the value of elements of any data type. Such an
// attribute has an integer one beside it, named with "int_" in front.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/number.h"

namespace paddle::operators {

// Throws InvalidArgument, naming both, unless an element of `dtype` can hold
// `value`: integers hold whole numbers of their range, bool 0 and 1, and
// floating types any number, rounded.
void CheckHolds(framework::DataType dtype, const framework::Number& value);

// Returns the number that attribute `name` and the integer attribute beside it
// give together (framework/registry/exact_integers.h): a double alone cannot
// hold all int64 values.
framework::Number NumberAttribute(const framework::InferShapeContext& context,
                                  absl::string_view name);

// Returns the schema's text about that integer attribute.
std::string ExactTwinOf(absl::string_view name);

}  // namespace paddle::operators
