#include "paddle/framework/io/sync_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Returns 0, or the error of the system.
int ErrorOfSync(const std::string& folder) {
  const int opened = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int error = opened >= 0 && fsync(opened) == 0 ? 0 : errno;
  if (opened >= 0) close(opened);
  return error;
}

}  // namespace

void SyncFolder(const std::string& folder) {
  const int error = ErrorOfSync(folder);
  PADDLE_ENFORCE(error == 0, FailedPrecondition, "syncing ", folder, ": ",
                 std::strerror(error));
}

bool TrySyncFolder(const std::string& folder) {
  return ErrorOfSync(folder) == 0;
}

}  // namespace paddle::framework
