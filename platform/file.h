// Whole files, read and written at once.
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace paddle::platform {

// The bytes of a regular file. NotFound if there is none, Unavailable if it
// cannot be read; both name the file and the system's reason.
std::string ReadFile(const std::string& path);

// Writes a file that is either complete or not there: the bytes go to a
// temporary name in the same folder, are synced to the disk, and the name is
// changed last. Until Commit() an existing file stays as it was, and the
// destructor removes what was begun. Unavailable, naming the file and the
// system's reason, on any failure. Not thread safe.
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
