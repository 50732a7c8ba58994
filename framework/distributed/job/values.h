// Hands the values of variables from one trainer to another.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/scope/scope.h"

namespace paddle::distributed {

// Returns the values of those of the variables that have one, tensors or
// SelectedRows, with the lock of the scope held for reading.
std::string PackValues(const framework::Scope& scope,
                       const std::vector<std::string>& names);

// Sets the variables in the scope, with its lock held for writing, and returns
// their names. DataLoss, and nothing is set, for bytes that PackValues has not
// made.
std::vector<std::string> UnpackValues(absl::string_view bytes,
                                      framework::Scope* scope);

}  // namespace paddle::distributed
