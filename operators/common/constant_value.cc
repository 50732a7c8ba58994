#include "paddle/operators/common/constant_value.h"

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;
using framework::Number;

void CheckHolds(DataType dtype, const Number& value) {
  PADDLE_ENFORCE(framework::Fits(value, dtype), InvalidArgument,
                 "an element of type ", framework::DataTypeName(dtype),
                 " cannot be ", value.ToString());
}

Number NumberAttribute(const framework::InferShapeContext& context,
                       absl::string_view name) {
  return framework::NumberOf(context.Attr<double>(name),
                             context.Attr<int64_t>(absl::StrCat("int_", name)));
}

std::string ExactTwinOf(absl::string_view name) {
  return absl::StrCat("The number instead of ", name,
                      ", if it is one that a double cannot hold; else 0. It is "
                      "set by itself: give ",
                      name, ".");
}

}  // namespace paddle::operators
