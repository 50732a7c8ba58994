// Which lines of the user's program are being run.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::python {

// The Python frames outside the paddle package, innermost first, as far as
// kMaxFrames. Empty outside of Python. Needs the GIL.
std::vector<framework::proto::CallSite> UserFrames();
inline constexpr int kMaxFrames = 8;

// Frames of files below this folder belong to the package.
void SetPackageFolder(std::string folder);

}  // namespace paddle::python
