#include "paddle/framework/distributed/master/relative_name.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

constexpr size_t kLongestName = 1024;

// Returns what is at the path; `name` is its name in messages.
struct stat StatusOf(const std::string& path, const std::string& name) {
  struct stat status;
  if (::lstat(path.c_str(), &status) == 0) return status;
  const int error = errno;
  PADDLE_ENFORCE(error != ENOENT && error != ENOTDIR, NotFound,
                 "there is no file '", name, "' below the folder");
  PADDLE_THROW(Unavailable, "the file '", name, "': ", std::strerror(error));
}

}  // namespace

void CheckRelativeName(const std::string& name) {
  PADDLE_ENFORCE_LE(name.size(), kLongestName, "bytes of a file's name");
  PADDLE_ENFORCE(!absl::StrContains(name, '\0'), InvalidArgument,
                 "a file's name has a zero byte");
  const std::vector<absl::string_view> parts = absl::StrSplit(name, '/');
  for (absl::string_view part : parts) {
    PADDLE_ENFORCE(!part.empty() && part != "." && part != "..",
                   InvalidArgument, "'", name,
                   "' is no name of a file below the folder: it is relative, "
                   "without '.' and '..'");
  }
}

std::string FileBelow(const std::string& folder, const std::string& name) {
  CheckRelativeName(name);
  std::string path = folder;
  struct stat status = {};
  for (absl::string_view part : absl::StrSplit(name, '/')) {
    absl::StrAppend(&path, "/", part);
    status = StatusOf(path, name);
    PADDLE_ENFORCE(!S_ISLNK(status.st_mode), InvalidArgument, "the file '",
                   name, "' is behind a symbolic link, ", part);
  }
  PADDLE_ENFORCE(S_ISREG(status.st_mode), InvalidArgument, "'", name,
                 "' below the folder is no file");
  return path;
}

}  // namespace paddle::distributed
