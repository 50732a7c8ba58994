// Reads pieces of a file at any place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace paddle::platform {

// Keeps a regular file open and reads it with pread(2), so that memory is taken
// for what is asked for alone. Any number of threads may read.
class RandomAccessFile {
 public:
  // Opens a file; throws what FileReader (file.h) throws.
  explicit RandomAccessFile(std::string path);
  ~RandomAccessFile();
  RandomAccessFile(const RandomAccessFile&) = delete;
  RandomAccessFile& operator=(const RandomAccessFile&) = delete;

  const std::string& path() const { return path_; }
  // Returns the size in bytes when the file was opened.
  uint64_t size() const { return size_; }

  // Reads the bytes [offset, offset + size). Throws OutOfRange, naming the
  // file, if they are not all in it, and Unavailable if the disk fails or the
  // file was cut off since it was opened.
  void Read(uint64_t offset, size_t size, void* data) const;

 private:
  const std::string path_;
  uint64_t size_ = 0;
  int descriptor_ = -1;
};

}  // namespace paddle::platform
