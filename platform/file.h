// Files: read from the beginning to the end, and written whole or not at all.
//
// A name with a zero byte is InvalidArgument: the system would end it there and
// take another file. What is no regular file (a folder, a pipe, a device) is
// Unavailable, and nothing waits for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace paddle::platform {

// Throws for a name with a zero byte.
void CheckFileName(const std::string& path);

// Reads a regular file from its beginning, so that it can be judged before it
// is read whole. Not thread safe.
class FileReader {
 public:
  // NotFound if there is no such file, Unavailable if it cannot be opened; both
  // name the file and the system's reason.
  explicit FileReader(std::string path);
  ~FileReader();
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;

  const std::string& path() const { return path_; }
  // The bytes of the file when it was opened.
  uint64_t size() const { return size_; }
  // Those of them that have not been read yet.
  uint64_t rest() const { return size_ - position_; }

  // Reads the next `size` bytes, or as many as are left; returns how many.
  // Unavailable if the disk does not give them.
  size_t Read(void* data, size_t size);

 private:
  const std::string path_;
  int descriptor_ = -1;
  uint64_t size_ = 0;
  uint64_t position_ = 0;
};

// The bytes of a regular file. The errors of FileReader; ResourceExhausted if
// there is no memory for them.
std::string ReadFile(const std::string& path);

// Throws if a file that begins with `start` is not one to be read.
using JudgeFile =
    absl::FunctionRef<void(absl::string_view start, uint64_t size)>;
// The same, after `judge` has seen the first `start_size` bytes (all, if there
// are fewer) and the size of the file: what it refuses is not read.
std::string ReadFile(const std::string& path, size_t start_size,
                     JudgeFile judge);

// Writes a file that is either complete or not there: the bytes go to a
// temporary name in the same folder, are synced to the disk, and the name is
// changed last. Until Commit() an existing file stays as it was, and the
// destructor removes what was begun. A link stays, and the file that it leads
// to is exchanged. Unavailable, naming the file and the system's reason, on any
// failure, before anything is written if something else than a file has the
// name. Not thread safe.
class AtomicFileWriter {
 public:
  explicit AtomicFileWriter(std::string path);
  ~AtomicFileWriter();
  AtomicFileWriter(const AtomicFileWriter&) = delete;
  AtomicFileWriter& operator=(const AtomicFileWriter&) = delete;

  void Write(const void* data, size_t size);
  void Write(absl::string_view bytes) { Write(bytes.data(), bytes.size()); }
  // Nothing may be written afterwards.
  void Commit();

 private:
  [[noreturn]] void Fail(const char* what) const;

  const std::string path_;
  std::string temporary_;
  int descriptor_ = -1;
};

// The same in one call.
void AtomicWriteFile(const std::string& path, absl::string_view bytes);

}  // namespace paddle::platform
