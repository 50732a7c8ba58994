// Finds the lines of the user's program that are executing.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::python {

// Returns the Python frames of the user's own files, innermost first, at most
// kMaxFrames; empty outside of Python. The caller must hold the GIL.
std::vector<framework::proto::CallSite> UserFrames();
inline constexpr int kMaxFrames = 4;

// Declares the folders whose files are not the user's: the package and the
// standard library.
void SetHiddenFolders(std::vector<std::string> folders);

}  // namespace paddle::python
