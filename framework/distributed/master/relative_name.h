// Finds files that others name, and nothing outside of a folder.
#pragma once

#include <string>

namespace paddle::distributed {

// Throws InvalidArgument, naming it, for a name that might lead out of a
// folder: one that is empty or absolute, that has an empty part, "." or "..",
// a zero byte, or more than 1024 bytes.
void CheckRelativeName(const std::string& name);

// Returns the path of the regular file of that name below the folder, which is
// trusted. Throws what CheckRelativeName throws; NotFound if there is none; and
// InvalidArgument if a symbolic link stands in the way, or it is no file.
std::string FileBelow(const std::string& folder, const std::string& name);

}  // namespace paddle::distributed
