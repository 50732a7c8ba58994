// Reads the folders of models, as they are on the disk.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace paddle::serving {

// Returns the names of the folders in a folder, in any order, but not hidden
// ones, which are being written. Throws Unavailable, naming the folder, if it
// cannot be read. Thread safe, as all of these.
std::vector<std::string> FoldersIn(const std::string& folder);

// Returns the versions in the folder of a model, in any order: its folders
// whose names are numbers above 0. Throws what FoldersIn throws.
std::vector<int64_t> VersionsIn(const std::string& folder);

// Returns a text that is another one if the configuration of a model is, or if
// the folder of its version was exchanged. Throws the errors of
// platform::ReadFile.
std::string IdentityOf(const std::string& folder, const std::string& config);

// Returns a text that changes with each file that is written to a folder.
std::string FilesIn(const std::string& folder);

// Returns the text of a file, "" if there is none. Throws the errors of
// platform::ReadFile.
std::string FileOrNothing(const std::string& path);

}  // namespace paddle::serving
