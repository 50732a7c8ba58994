// Which lines of the user's program are being run.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::python {

// The Python frames of the user's own files, innermost first, at most
// kMaxFrames. Empty outside of Python. Needs the GIL.
std::vector<framework::proto::CallSite> UserFrames();
inline constexpr int kMaxFrames = 4;

// Files below these folders are not the user's: the package, the standard
// library.
void SetHiddenFolders(std::vector<std::string> folders);

}  // namespace paddle::python
