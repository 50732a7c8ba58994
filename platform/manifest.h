// Checksums of the files of a folder, in a file of their own.
//
// The file `manifest` is text:
//
//   paddle manifest 1
//   995dc9bbdf1939fa 9 parameters
//   0000000000000000 0 best/score
//   end 2d1a0c9f6be03a71
//
// a line for each file, in the order of their names: CRC-64 of its bytes
// (crc64.h), how many there are, its path below the folder. The last line has
// the CRC-64 of all before it. It is written last: a folder that has it had all
// it names.
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
