// Gives the bytes of an array file, or of a member of one, wherever they are
// asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

#include "paddle/platform/random_access_file.h"

namespace paddle::framework {

using FilePtr = std::shared_ptr<const platform::RandomAccessFile>;

// Reads bytes that are stored as they are, or compressed. Errors name the file
// and, if it is one of several, the member. Any number of threads may read.
class ByteSource {
 public:
  explicit ByteSource(std::string name) : name_(std::move(name)) {}
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  // Returns "images.npz", or "images.npz, member x.npy", for messages.
  const std::string& name() const { return name_; }
  // Returns how many bytes there are; of compressed ones that do not say so,
  // how many there can be at most.
  virtual uint64_t size() const = 0;
  // Says how many bytes a header promises. Throws InvalidArgument if there are
  // fewer or more, as far as it can be told before they are read. The caller
  // reads nothing before this but the header.
  virtual void Expect(uint64_t size) = 0;
  // Reads the bytes [offset, offset + size). Throws InvalidArgument if they are
  // not all there or are damaged, and Unavailable if the disk fails.
  virtual void Read(uint64_t offset, size_t size, void* data) const = 0;

  // Returns bytes as text. Throws InvalidArgument, naming the place, before it
  // takes memory if they are not all there.
  std::string Text(uint64_t offset, uint64_t size) const;

 protected:
  // Throws InvalidArgument unless size() is at least offset + size.
  void CheckWithin(uint64_t offset, uint64_t size) const;
  // Throws unless `actual` bytes are the expected ones.
  void CheckSize(uint64_t actual, uint64_t expected) const;

 private:
  const std::string name_;
};

// Returns the number that up to eight bytes are, the lowest one first.
uint64_t LittleEndian(absl::string_view bytes);

// Returns bytes [begin, begin + size) of a file; the caller has checked that
// they are in it. The source keeps the file open.
std::shared_ptr<ByteSource> StoredBytes(std::string name, FilePtr file,
                                        uint64_t begin, uint64_t size);

}  // namespace paddle::framework
