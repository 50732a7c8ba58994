// Reads requests that load a model, perhaps with its files.
#pragma once

#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/serving/model_repository.h"
#include "paddle/tools/serve/limits.h"

namespace paddle::serve {

// Reads the body of a load request of the protocol's repository extension: the
// members "file:NAME" of its "parameters" are the files of a model, in base64.
// Returns none for an empty body. Throws InvalidArgument, naming the field, for
// what is no such request, and OutOfRange, naming the limit, for too many files
// or bytes. Names are not looked at (CheckSentName). Thread safe.
std::vector<serving::SentFile> ParseLoadCall(absl::string_view body,
                                             const Limits& limits);

}  // namespace paddle::serve
