// Reads the files that hold programs; FORMAT.md describes the bytes.
#pragma once

#include <string>

namespace paddle::framework {

// Returns the bytes of a file, for Program::Parse. Throws DataLoss, after
// reading no more than the first bytes, if it does not begin like a program or
// does not have the length it claims, and the errors of platform::ReadFile. All
// errors name the file.
std::string ReadProgramFile(const std::string& path);

}  // namespace paddle::framework
