// Maps a file into memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace paddle::platform {

// Owns a private mapping of a regular file: its bytes are read when they are
// touched, share memory with other processes that map the file, and may be
// written, which changes neither the file nor what others see. A file that is
// replaced meanwhile, as AtomicFileWriter does, stays as it was here; one that
// is cut off in place ends the process with SIGBUS when the missing part is
// touched. Immutable but for the bytes, which its users synchronize.
class FileMapping {
 public:
  // Throws what FileReader (file.h) throws, and ResourceExhausted if there is
  // no room for it in the address space.
  explicit FileMapping(const std::string& path);
  // Maps `size` bytes from `offset` on of a file that is open for reading,
  // whose size the caller has checked; it may be closed meanwhile. Errors call
  // it `name`. Throws ResourceExhausted as above.
  FileMapping(int descriptor, uint64_t offset, size_t size,
              const std::string& name);
  ~FileMapping();
  FileMapping(const FileMapping&) = delete;
  FileMapping& operator=(const FileMapping&) = delete;

  // Returns the first byte, which lies at the beginning of a page if it is at
  // that of one in the file; null if there are none.
  char* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  void Map(int descriptor, uint64_t offset, const std::string& name);

  char* data_ = nullptr;
  size_t size_ = 0;
  size_t skipped_ = 0;  // bytes of the first page that come before
};

}  // namespace paddle::platform
