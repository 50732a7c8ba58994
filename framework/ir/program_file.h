// Reads program files; FORMAT.md describes their bytes.
#pragma once

#include <string>

namespace paddle::framework {

// Returns the contents of a file, for Program::Parse. Throws DataLoss if the
// file does not begin like a program or does not have the length its header
// states; a large file of another kind is refused after its first bytes. Throws
// the errors of platform::ReadFile. All errors name the file.
std::string ReadProgramFile(const std::string& path);

}  // namespace paddle::framework
