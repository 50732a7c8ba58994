// Writes folders completely or not at all.
#pragma once

#include <string>

namespace paddle::framework {

// Owns a new folder, `<name>.` and six letters, whose files nobody sees under
// the name that it takes at the end; until then it is removed with all its
// files by the destructor. Not thread safe.
class FolderWriter {
 public:
  // Throws Unavailable, with the system's reason, if the folder cannot be made.
  explicit FolderWriter(const std::string& name);
  ~FolderWriter();
  FolderWriter(const FolderWriter&) = delete;
  FolderWriter& operator=(const FolderWriter&) = delete;

  const std::string& path() const { return path_; }
  // Returns the path of a file in it.
  std::string File(const std::string& name) const;

  // Renames the folder to `target`, on the same disk. An existing `target` is
  // exchanged in the same system call, so that the name always leads to a
  // complete folder, and the old one is removed by the destructor, after the
  // new name is on the disk, too, where the file system can say so. Throws
  // Unavailable, with the system's reason.
  void TakeName(const std::string& target) const;
  // As above, unless there is such a name: then it returns false. An empty
  // folder of that name may be replaced on a file system that has no
  // RENAME_NOREPLACE, such as NFS.
  bool TakeNewName(const std::string& target) const;

 private:
  std::string path_;
};

}  // namespace paddle::framework
