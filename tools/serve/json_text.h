// Appends values to JSON texts.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/tensor/tensor.h"

namespace paddle::serve {

// Appends a string in quotes. Of a text that is not UTF-8, such as a part of a
// request, all that is not ASCII becomes question marks.
void AppendJsonString(absl::string_view text, std::string* json);

// Appends the elements as one flat array, each number with as few digits as
// give the same number when they are read. Throws InvalidArgument, naming
// `name`, for a NaN or an infinity, which JSON does not have.
void AppendJsonArray(const framework::Tensor& values, absl::string_view name,
                     std::string* json);

}  // namespace paddle::serve
