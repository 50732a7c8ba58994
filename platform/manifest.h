// Keeps checksums of all files of a folder in a manifest.
//
// The file `manifest` is text:
//
//   paddle manifest 1
//   995dc9bbdf1939fa 9 parameters
//   0000000000000000 0 best/score
//   end 2d1a0c9f6be03a71
//
// There is one line per file, sorted by name: the CRC-64 of its bytes
// (crc64.h), its size, its path relative to the folder. The last line holds the
// CRC-64 of the lines before. The manifest is written last, so a folder that
// has one had all the files it names.
#pragma once

#include <string>
#include <vector>

namespace paddle::platform {

inline constexpr char kManifestFile[] = "manifest";

// Writes the manifest of all files in a folder and its subfolders. Throws
// InvalidArgument if it already has one or if a file name contains a line
// break, and the errors of file.h.
void WriteManifest(const std::string& folder);

// Returns the line of one file, without a line break. Errors are as above.
std::string ManifestLine(const std::string& folder, const std::string& file);
// Writes the manifest of files whose lines are known, in any order, without
// reading them: several processes may have written them. Replaces a manifest.
void WriteManifest(const std::string& folder, std::vector<std::string> lines);

// True if the folder has a manifest, valid or not.
bool HasManifest(const std::string& folder);

// Reads every file that the manifest names and compares it. Throws DataLoss,
// naming the file and the fault, if one is missing, shorter, longer or
// different, or if the manifest itself is damaged; NotFound if there is no
// manifest; Unavailable for anything but a regular file. Other files are
// ignored.
void CheckManifest(const std::string& folder);

}  // namespace paddle::platform
