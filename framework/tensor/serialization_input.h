// Reads the bytes of a file of tensors from where they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

#include "paddle/memory/allocator.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"
#include "paddle/platform/file_mapping.h"

namespace paddle::framework::tensor_file {

// A source of bytes, read from the beginning to the end: memory, or a file,
// which is never in memory as a whole. Errors call the bytes that are missing
// `what`. Not thread safe.
class Input {
 public:
  virtual ~Input() = default;
  // Returns the number of bytes not read yet, against which sizes are checked
  // before memory is allocated for them.
  virtual uint64_t rest() const = 0;

  // Returns the number of bytes that have been read.
  uint64_t position() const { return position_; }

  // Returns the next `size` bytes where they are; null if they have to be read
  // into other memory.
  std::shared_ptr<memory::Allocation> Share(uint64_t size, const char* what) {
    CheckRest(size, what);
    auto shared = DoShare(size);
    if (shared != nullptr) position_ += size;
    return shared;
  }
  // Reads `size` bytes into memory that has been allocated for them.
  void Read(void* data, uint64_t size, const char* what) {
    CheckRest(size, what);
    position_ += size;
    // The size was right when the file was opened; another process may have cut
    // it.
    PADDLE_ENFORCE(DoRead(data, size) == size, DataLoss, what, " needs ", size,
                   " bytes: the file became shorter");
  }
  // Allocates only for bytes that exist, whatever the file claims.
  std::string Bytes(uint64_t size, const char* what) {
    CheckRest(size, what);
    std::string bytes(size, '\0');
    Read(&bytes[0], size, what);
    return bytes;
  }
  template <typename T>
  T Number(const char* what) {
    T value;
    Read(&value, sizeof(T), what);
    return value;
  }
  void CheckRest(uint64_t size, const char* what) const {
    PADDLE_ENFORCE(size <= rest(), DataLoss, what, " needs ", size, " bytes, ",
                   rest(), " are left");
  }

 private:
  virtual size_t DoRead(void* data, size_t size) = 0;
  virtual std::shared_ptr<memory::Allocation> DoShare(uint64_t) {
    return nullptr;
  }

  uint64_t position_ = 0;
};

class FileInput final : public Input {
 public:
  explicit FileInput(const std::string& path) : file_(path) {}
  uint64_t rest() const override { return file_.rest(); }

 private:
  size_t DoRead(void* data, size_t size) override {
    return file_.Read(data, size);
  }
  platform::FileReader file_;
};

class MemoryInput : public Input {
 public:
  explicit MemoryInput(absl::string_view bytes) : rest_(bytes) {}
  uint64_t rest() const override { return rest_.size(); }

 protected:
  // Returns the next bytes, and goes on behind them.
  const char* Take(size_t size) {
    const char* const bytes = rest_.data();
    rest_.remove_prefix(size);
    return bytes;
  }

 private:
  size_t DoRead(void* data, size_t size) override {
    const char* const bytes = Take(size);
    // memcpy must not be called with null, which an empty view may have.
    if (size > 0) std::memcpy(data, bytes, size);
    return size;
  }
  absl::string_view rest_;
};

// A file that is mapped into memory, of which elements are shared that begin at
// multiples of kAlignment.
class MappedInput final : public MemoryInput {
 public:
  explicit MappedInput(std::shared_ptr<const platform::FileMapping> file)
      : MemoryInput({file->data(), file->size()}), file_(std::move(file)) {}

 private:
  std::shared_ptr<memory::Allocation> DoShare(uint64_t size) override;

  const std::shared_ptr<const platform::FileMapping> file_;
};

}  // namespace paddle::framework::tensor_file
