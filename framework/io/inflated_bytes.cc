#include "paddle/framework/io/inflated_bytes.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

constexpr size_t kChunk = size_t{1} << 16;
constexpr uint64_t kGzipEnds = 18;  // header and trailer, bytes
// Deflate's best: 258 bytes of two bits (zlib.net/zlib_tech.html).
constexpr uint64_t kMostRatio = 1032;

// Decompresses a piece of a file from its beginning, piece by piece.
class Inflater {
 public:
  Inflater(std::string name, FilePtr file, const CompressedPiece& piece)
      : name_(std::move(name)),
        file_(std::move(file)),
        next_(piece.begin),
        end_(piece.begin + piece.size) {
    // The offset tells zlib to expect gzip's header, the sign that none comes.
    const int bits = piece.member ? -MAX_WBITS : 16 + MAX_WBITS;
    PADDLE_ENFORCE(inflateInit2(&stream_, bits) == Z_OK, ResourceExhausted,
                   name_, ": no memory to decompress it");
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  bool ended() const { return ended_; }

  // Appends up to `size` bytes to `out`; may append none before the end.
  void Append(size_t size, std::string* out) {
    if (stream_.avail_in == 0) Refill();
    const size_t before = out->size();
    out->resize(before + size);
    stream_.next_out = reinterpret_cast<Bytef*>(&(*out)[before]);
    stream_.avail_out = static_cast<uInt>(size);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    out->resize(before + size - stream_.avail_out);
    Check(status);
    ended_ = status == Z_STREAM_END;
  }

  // Bytes behind the end of the stream belong to nothing.
  bool has_more() const { return stream_.avail_in > 0 || next_ < end_; }

 private:
  void Refill() {
    const auto size = static_cast<size_t>(std::min(end_ - next_, kChunk));
    piece_.resize(size);
    file_->Read(next_, size, &piece_[0]);
    next_ += size;
    stream_.next_in = reinterpret_cast<Bytef*>(&piece_[0]);
    stream_.avail_in = static_cast<uInt>(size);
  }

  void Check(int status) const {
    PADDLE_ENFORCE(status != Z_BUF_ERROR, InvalidArgument, name_,
                   ": truncated: the compressed bytes end at byte ", next_);
    PADDLE_ENFORCE(status == Z_OK || status == Z_STREAM_END, InvalidArgument,
                   name_, ": the compressed bytes are damaged before byte ",
                   next_ - stream_.avail_in, stream_.msg == nullptr ? "" : ": ",
                   stream_.msg == nullptr ? "" : stream_.msg);
  }

  const std::string name_;
  const FilePtr file_;
  uint64_t next_;
  const uint64_t end_;
  std::string piece_;  // of the file; `stream_` knows what is left of it
  z_stream stream_{};
  bool ended_ = false;
};

class Inflated : public ByteSource {
 public:
  Inflated(const std::string& name, const FilePtr& file,
           const CompressedPiece& piece)
      : ByteSource(name),
        piece_(piece),
        size_(std::min(piece.size, uint64_t{1} << 50) * kMostRatio),
        inflater_(name, file, piece) {
    if (piece.member) {
      Expect(piece.member->size);
      return;
    }
    PADDLE_ENFORCE(piece.size >= kGzipEnds, InvalidArgument, name,
                   ": truncated: ", piece.size, " bytes of gzip");
  }

  uint64_t size() const override { return size_; }

  void Expect(uint64_t size) override {
    if (exact_) return CheckSize(size_, size);
    PADDLE_ENFORCE(size <= size_, InvalidArgument, name(),
                   ": truncated: ", piece_.size,
                   " compressed bytes cannot hold ", size);
    size_ = size;
    exact_ = true;
  }

  void Read(uint64_t offset, size_t size, void* data) const override {
    CheckWithin(offset, size);
    const std::lock_guard<std::mutex> lock(mutex_);
    Inflate(offset + size);
    std::memcpy(data, bytes_.data() + offset, size);
  }

 private:
  // Makes the first `size` bytes known, and checks the end if they are all.
  void Inflate(uint64_t size) const {
    while (bytes_.size() < size && !inflater_.ended()) {
      inflater_.Append(std::min<uint64_t>(kChunk, size_ - bytes_.size()),
                       &bytes_);
    }
    PADDLE_ENFORCE(bytes_.size() >= size, InvalidArgument, name(),
                   ": truncated: ", bytes_.size(), " of ", size_, " bytes");
    if (exact_ && size == size_ && !checked_) CheckEnd();
  }

  // A byte more, which must not come, shows the end of the stream.
  void CheckEnd() const {
    std::string more;
    while (!inflater_.ended() && more.empty()) inflater_.Append(1, &more);
    PADDLE_ENFORCE(
        bytes_.size() == size_ && more.empty() && !inflater_.has_more(),
        InvalidArgument, name(), ": more than the ", size_,
        " bytes that its header says");
    if (piece_.member) {
      const uint32_t actual =
          crc32_z(0, reinterpret_cast<const Bytef*>(bytes_.data()), size_);
      PADDLE_ENFORCE(actual == piece_.member->crc32, InvalidArgument, name(),
                     ": damaged: its checksum is not that of the directory");
    }
    checked_ = true;
  }

  const CompressedPiece piece_;
  uint64_t size_;
  bool exact_ = false;
  mutable std::mutex mutex_;  // of what follows
  mutable Inflater inflater_;
  mutable std::string bytes_;
  mutable bool checked_ = false;
};

}  // namespace

std::shared_ptr<ByteSource> InflatedBytes(std::string name, FilePtr file,
                                          const CompressedPiece& piece) {
  return std::make_shared<Inflated>(std::move(name), std::move(file), piece);
}

}  // namespace paddle::framework
