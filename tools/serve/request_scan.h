// Looks through a gRPC request before it is parsed.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

#include "paddle/tools/serve/limits.h"

namespace paddle::serve {

// The model that a request asks for.
struct RequestHead {
  std::string model_name;
  std::string model_version;  // "": the highest
};

// Returns the model that the bytes of a ModelInferRequest ask for. An element
// of two bytes becomes an object of a hundred, so it counts them first: throws
// OutOfRange for more than limits.tensors inputs, outputs or
// raw_input_contents, and for more than limits.parameters parameters of all of
// them together; InvalidArgument for bytes_contents, as no data type has them,
// and for bytes that are no message. Takes no memory but for the head, and does
// not check what a parser does. Thread safe.
RequestHead ScanRequest(absl::string_view bytes, const Limits& limits);

}  // namespace paddle::serve
