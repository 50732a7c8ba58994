// Maps a file into memory.
#pragma once

#include <cstddef>
#include <string>

namespace paddle::platform {

// Owns a private mapping of a whole regular file: its bytes are read when they
// are touched, share memory with other processes that map the file, and may be
// written, which changes neither the file nor what others see. A file that is
// replaced meanwhile, as AtomicFileWriter does, stays as it was here; one that
// is cut off in place ends the process with SIGBUS when the missing part is
// touched. Immutable but for the bytes, which its users synchronize.
class FileMapping {
 public:
  // Throws what FileReader (file.h) throws, and ResourceExhausted if there is
  // no room for it in the address space.
  explicit FileMapping(const std::string& path);
  ~FileMapping();
  FileMapping(const FileMapping&) = delete;
  FileMapping& operator=(const FileMapping&) = delete;

  // Returns the first byte, which lies at the beginning of a page; null for an
  // empty file.
  char* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  char* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace paddle::platform
