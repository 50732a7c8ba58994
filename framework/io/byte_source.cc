#include "paddle/framework/io/byte_source.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

class Stored : public ByteSource {
 public:
  Stored(std::string name, FilePtr file, uint64_t begin, uint64_t size)
      : ByteSource(std::move(name)),
        file_(std::move(file)),
        begin_(begin),
        size_(size) {}

  uint64_t size() const override { return size_; }
  void Expect(uint64_t size) override { CheckSize(size_, size); }
  void Read(uint64_t offset, size_t size, void* data) const override {
    CheckWithin(offset, size);
    file_->Read(begin_ + offset, size, data);
  }

 private:
  const FilePtr file_;
  const uint64_t begin_;
  const uint64_t size_;
};

}  // namespace

std::string ByteSource::Text(uint64_t offset, uint64_t size) const {
  CheckWithin(offset, size);
  std::string text(size, '\0');
  Read(offset, size, &text[0]);
  return text;
}

void ByteSource::CheckWithin(uint64_t offset, uint64_t size) const {
  PADDLE_ENFORCE(offset <= this->size() && size <= this->size() - offset,
                 InvalidArgument, name(), ": truncated: ", size,
                 " bytes wanted from byte ", offset, " of ", this->size());
}

void ByteSource::CheckSize(uint64_t actual, uint64_t expected) const {
  PADDLE_ENFORCE(actual >= expected, InvalidArgument, name(),
                 ": truncated: ", actual, " of ", expected,
                 " bytes that its header says");
  PADDLE_ENFORCE(actual == expected, InvalidArgument, name(), ": ", actual,
                 " bytes, more than the ", expected, " that its header says");
}

uint64_t LittleEndian(absl::string_view bytes) {
  uint64_t number = 0;
  for (size_t i = bytes.size(); i > 0; --i) {
    number = number << 8 | static_cast<uint8_t>(bytes[i - 1]);
  }
  return number;
}

std::shared_ptr<ByteSource> StoredBytes(std::string name, FilePtr file,
                                        uint64_t begin, uint64_t size) {
  return std::make_shared<Stored>(std::move(name), std::move(file), begin,
                                  size);
}

}  // namespace paddle::framework
