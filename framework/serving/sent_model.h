// Keeps a model that a client has sent aside until it can be served.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/io/folder_writer.h"

namespace paddle::serving {

// A file of a model that a client has sent.
struct SentFile {
  std::string name;
  std::string bytes;
};

// Throws InvalidArgument, calling the name `what`, unless it has 1 to 128
// letters, digits, "-", "_" and ".", and no "." at its beginning: nothing else
// comes from clients into a path.
void CheckSentName(const std::string& name, const char* what);

// Locks a folder, as other processes see it (flock), while it lives; does
// nothing on a file system that has no such locks.
class FolderLock {
 public:
  // Throws Unavailable, naming the folder, if another has locked or removed it.
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  const int file_;
};

// Owns a hidden folder in the folder of models, `.sent.` and six letters, with
// the files of a model. It is locked, so that RemoveLeftModels of another
// server leaves it alone, and removed by the destructor, unless it has become a
// version. Not thread safe.
class SentModel {
 public:
  // Writes the files. Throws InvalidArgument for a name that CheckSentName does
  // not take, ResourceExhausted and Unavailable if the disk has no room.
  SentModel(const std::string& root, const std::vector<SentFile>& files);

  const std::string& path() const { return folder_.path(); }
  // Gives it the number behind the highest in the folder of a model, which is
  // made if it is not there; returns that after it is on the disk, too, where
  // the file system can say so. Throws Unavailable, with the system's reason;
  // then no folder is left that was not there.
  int64_t TakeVersion(const std::string& model) const;

 private:
  const std::string root_;
  const framework::FolderWriter folder_;
  const FolderLock lock_;
};

// Removes the folders of models that were being sent when their server ended
// without warning, as by a crash: those that nobody has locked. Where the file
// system has no locks, none. Returns how many. Thread safe.
int RemoveLeftModels(const std::string& root);

}  // namespace paddle::serving
