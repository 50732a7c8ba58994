// Brings the names in a folder to the disk.
#pragma once

#include <string>

namespace paddle::distributed {

// Returns when the files that were made in a folder, renamed or removed are so
// on the disk, too: after that a machine that stops does not bring names before
// them back (man 2 fsync). FailedPrecondition, naming the folder, if it cannot
// be opened or synced. Thread safe.
void SyncFolder(const std::string& folder);

}  // namespace paddle::distributed
