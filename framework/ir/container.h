// Programs in files. FORMAT.md describes the bytes.
#pragma once

#include <string>

namespace paddle::framework {

// Returns the bytes of a file, for Program::Parse. DataLoss, before more than
// its first bytes are read, if it does not begin like a program or is not as
// long as it says; the errors of platform::ReadFile. All name the file.
std::string ReadProgramFile(const std::string& path);

}  // namespace paddle::framework
