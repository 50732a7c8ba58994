// Reads files from beginning to end, and writes them completely or not at all.
//
// A name that contains a zero byte is InvalidArgument: the system would cut it
// off there and open another file. Anything but a regular file (a folder, a
// pipe, a device) is Unavailable, and never blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace paddle::platform {

// Throws InvalidArgument if the name contains a zero byte.
void CheckFileName(const std::string& path);

// Reads a regular file from its beginning, so that a caller can examine the
// start before reading the rest. Not thread safe.
class FileReader {
 public:
  // Opens a file. Throws NotFound if it does not exist and Unavailable if it
  // cannot be opened, naming the file and the system's reason.
  explicit FileReader(std::string path);
  ~FileReader();
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;

  const std::string& path() const { return path_; }
  // Returns the size in bytes when the file was opened.
  uint64_t size() const { return size_; }
  // Returns the number of bytes not read yet.
  uint64_t rest() const { return size_ - position_; }

  // Reads up to `size` bytes and returns how many it read; fewer only at the
  // end. Throws Unavailable if the disk fails.
  size_t Read(void* data, size_t size);

 private:
  const std::string path_;
  int descriptor_ = -1;
  uint64_t size_ = 0;
  uint64_t position_ = 0;
};

// Returns the contents of a regular file. Throws what FileReader throws, and
// ResourceExhausted if memory runs out.
std::string ReadFile(const std::string& path);

// Throws if a file that begins with `start` should not be read.
using JudgeFile =
    absl::FunctionRef<void(absl::string_view start, uint64_t size)>;
// Like ReadFile, but first passes the size of the file and its first
// `start_size` bytes (fewer if the file is shorter) to `judge`, and reads
// nothing more if that throws.
std::string ReadFile(const std::string& path, size_t start_size,
                     JudgeFile judge);

// Writes a file atomically: the bytes go to a temporary file in the same
// folder, which is synced to disk and then renamed. Until Commit() an existing
// file is unchanged, and the destructor removes the temporary one. A symbolic
// link is kept and its target replaced. Any failure throws Unavailable, naming
// the file and the system's reason; so does, before anything is written, a name
// that belongs to something other than a file. Not thread safe.
class AtomicFileWriter {
 public:
  explicit AtomicFileWriter(std::string path);
  ~AtomicFileWriter();
  AtomicFileWriter(const AtomicFileWriter&) = delete;
  AtomicFileWriter& operator=(const AtomicFileWriter&) = delete;

  void Write(const void* data, size_t size);
  void Write(absl::string_view bytes) { Write(bytes.data(), bytes.size()); }
  // Publishes the file under its name. Nothing may be written afterwards.
  void Commit();

 private:
  [[noreturn]] void Fail(const char* what) const;

  const std::string path_;
  std::string temporary_;
  int descriptor_ = -1;
};

// Writes a whole file atomically in one call.
void AtomicWriteFile(const std::string& path, absl::string_view bytes);

}  // namespace paddle::platform
