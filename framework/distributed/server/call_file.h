// Keeps calls in files, for a server that begins anew to make them again.
#pragma once

#include <string>

#include "absl/types/optional.h"

#include "paddle/framework/distributed/server/call_target.h"

namespace paddle::distributed {

// Writes a call to a file: its frame (frame.h) and a CRC-32C of that, 4 bytes,
// little endian. The file is on the disk when this returns; an older one is
// replaced in one step. Unavailable, naming the file, if that fails; then the
// older one is as it was.
void SaveCall(const std::string& path, const Call& call);

// Returns the call in a file, or nothing if there is no such file. DataLoss,
// naming it, if it is damaged; Unavailable if it cannot be read.
absl::optional<Call> LoadCall(const std::string& path);

}  // namespace paddle::distributed
