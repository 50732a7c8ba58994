#include "paddle/framework/io/folder_writer.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"

#include "paddle/framework/io/sync_folder.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

namespace fs = std::filesystem;

// Returns 0, or why the folder has not been renamed.
int Rename(const std::string& from, const std::string& to, unsigned flags) {
  const int failed =
      renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags);
  if (failed != 0) return errno;
  const fs::path parent = fs::path(to).parent_path();
  TrySyncFolder(parent.empty() ? "." : parent.string());
  return 0;
}

void CheckRenamed(int error, const std::string& target) {
  PADDLE_ENFORCE(error == 0, Unavailable, "cannot write ", target, ": ",
                 std::strerror(error));
}

}  // namespace

FolderWriter::FolderWriter(const std::string& name)
    : path_(absl::StrCat(name, ".XXXXXX")) {
  PADDLE_ENFORCE(mkdtemp(path_.data()) != nullptr, Unavailable,
                 "cannot make a folder beside ", name, ": ",
                 std::strerror(errno));
  // mkdtemp makes a private folder; a model is readable by others like any
  // file.
  std::error_code ignored;
  fs::permissions(path_, fs::perms(0755), ignored);
}

FolderWriter::~FolderWriter() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string FolderWriter::File(const std::string& name) const {
  return absl::StrCat(path_, "/", name);
}

void FolderWriter::TakeName(const std::string& target) const {
  std::error_code ignored;
  const unsigned flags = fs::exists(target, ignored) ? RENAME_EXCHANGE : 0;
  CheckRenamed(Rename(path_, target, flags), target);
}

bool FolderWriter::TakeNewName(const std::string& target) const {
  int error = Rename(path_, target, RENAME_NOREPLACE);
  // A file system such as NFS has no flags. There, too, no folder with files is
  // replaced.
  if (error == EINVAL || error == ENOSYS) error = Rename(path_, target, 0);
  if (error == EEXIST || error == ENOTEMPTY) return false;
  CheckRenamed(error, target);
  return true;
}

}  // namespace paddle::framework
