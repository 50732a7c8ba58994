// Brings the names in a folder to the disk.
#pragma once

#include <string>

namespace paddle::framework {

// Returns when the files that were made in a folder, renamed or removed are so
// on the disk, too: after that a machine that stops does not bring names before
// them back (man 2 fsync). FailedPrecondition, naming the folder, if it cannot
// be opened or synced. Thread safe.
void SyncFolder(const std::string& folder);
// As above, for what is whole under its old name and its new one; false if it
// cannot, as on file systems that sync no folders.
bool TrySyncFolder(const std::string& folder);

}  // namespace paddle::framework
