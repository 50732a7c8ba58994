// Numbers that an attribute gives for elements.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/number.h"

namespace paddle::operators {

// InvalidArgument, naming both, unless an element of `dtype` can hold `value`:
// integers take whole numbers within their range, bool takes 0 and 1, and
// floating types any number (rounded).
void CheckHolds(framework::DataType dtype, const framework::Number& value);

// The number that attribute `name` and the int attribute beside it give
// together (framework/registry/exact_integers.h).
framework::Number NumberAttribute(const framework::InferShapeContext& context,
                                  absl::string_view name);

// What the schema says of that int attribute.
std::string ExactTwinOf(absl::string_view name);

}  // namespace paddle::operators
