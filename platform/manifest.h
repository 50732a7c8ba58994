// Checksums of the files of a folder, in a file of their own.
//
// The file `manifest` is text:
//
//   paddle manifest 1
//   1c291ca3 42 parameters
//   e3069283 9 best/score
//   end 5a3f10c2
//
// a line for each file, in the order of their names: CRC-32C of its bytes, how
// many there are, its path below the folder. The last line has the CRC-32C of
// all before it. It is written last: a folder that has it had all it names.
#pragma once

#include <string>

namespace paddle::platform {

inline constexpr char kManifestFile[] = "manifest";

// Writes the manifest of the files that are in a folder and the folders below
// it. InvalidArgument if it has one already, or for a file whose name has a
// line break; the errors of file.h.
void WriteManifest(const std::string& folder);

// True if the folder has a manifest, whatever it says.
bool HasManifest(const std::string& folder);

// Reads every file that the manifest names. DataLoss, naming the file and its
// fault, if one is missing, shorter, longer or not what was written, or if the
// manifest itself is damaged; NotFound if there is none; Unavailable, naming
// it, for what is no regular file. Files that it does not name are left alone.
void CheckManifest(const std::string& folder);

}  // namespace paddle::platform
