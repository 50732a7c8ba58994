// Writes files of a folder that processes share.
#pragma once

#include <string>

namespace paddle::distributed {

// Names of files that belong to no key have a '%' before something that is no
// number. All functions throw Unavailable, naming the file, if it cannot be
// had.

// Throws Unavailable: what was done with the file, and the reason that errno
// has.
[[noreturn]] void FailAt(const char* what, const std::string& path);

// Makes a folder, and those above it, if it does not exist.
void MakeStoreFolder(const std::string& folder);

// A file that is closed and removed again, unless it is given its name.
class NewFile {
 public:
  explicit NewFile(const std::string& folder);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void Write(const std::string& bytes);
  // Takes the place of the file at that path at once.
  void Rename(const std::string& path);

 private:
  std::string path_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

// A lock that one thread of all processes has at a time.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace paddle::distributed
