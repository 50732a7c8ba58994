#include "paddle/framework/distributed/master/sync_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

void SyncFolder(const std::string& folder) {
  const int opened = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool synced = opened >= 0 && fsync(opened) == 0;
  const int error = errno;
  if (opened >= 0) close(opened);
  PADDLE_ENFORCE(synced, FailedPrecondition, "syncing ", folder, ": ",
                 std::strerror(error));
}

}  // namespace paddle::distributed
