// Names of data types in the Open Inference Protocol.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/types/data_type.h"

namespace paddle::serve {

// Returns "FP32", "INT64", "BOOL", ...
absl::string_view WireName(framework::DataType dtype);
// Throws InvalidArgument, naming `field`, for a name that is none.
framework::DataType ParseWireName(absl::string_view name,
                                  absl::string_view field);

}  // namespace paddle::serve
