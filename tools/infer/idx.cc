#include "paddle/tools/infer/idx.h"

#include <zlib.h>

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::infer {
namespace {

constexpr uint32_t kImageMagic = 2051;
constexpr uint32_t kLabelMagic = 2049;
constexpr size_t kChunk = size_t{1} << 20;

uint32_t ReadNumber(absl::string_view bytes, size_t index) {
  uint32_t number = 0;
  for (size_t i = 0; i < 4; ++i) {
    number = number << 8 | static_cast<uint8_t>(bytes[4 * index + i]);
  }
  return number;
}

// Reads a file, or what gzip made of it, from its beginning; never holds either
// as a whole.
class Input {
 public:
  explicit Input(const std::string& path) : file_(path) {
    Refill();
    compressed_ = absl::StartsWith(piece_, "\x1f\x8b");
    if (!compressed_) return;
    // The offset tells zlib to expect gzip's header.
    constexpr int kGzip = 16 + MAX_WBITS;
    PADDLE_ENFORCE(inflateInit2(&stream_, kGzip) == Z_OK, ResourceExhausted,
                   path, ": no memory to decompress it");
  }
  ~Input() {
    if (compressed_) inflateEnd(&stream_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // Returns the next `size` bytes, or all that are left; allocates as they
  // come, so a wrong size costs nothing.
  std::string Read(uint64_t size) {
    std::string out;
    while (out.size() < size && !ended_) {
      const size_t before = out.size();
      out.resize(before + std::min<uint64_t>(kChunk, size - before));
      out.resize(before + ReadPiece(&out[before], out.size() - before));
    }
    return out;
  }

 private:
  void Refill() {
    piece_.resize(kChunk);
    piece_.resize(file_.Read(&piece_[0], kChunk));
    stream_.next_in = reinterpret_cast<Bytef*>(&piece_[0]);
    stream_.avail_in = static_cast<uInt>(piece_.size());
  }

  // Reads up to `size` bytes; returns 0 at the end, or if there is more to be
  // read.
  size_t ReadPiece(char* out, size_t size) {
    if (stream_.avail_in == 0) Refill();
    ended_ = stream_.avail_in == 0;
    if (compressed_) return Inflate(out, size);
    size = std::min<size_t>(size, stream_.avail_in);
    std::copy_n(stream_.next_in, size, out);
    stream_.next_in += size;
    stream_.avail_in -= static_cast<uInt>(size);
    return size;
  }

  size_t Inflate(char* out, size_t size) {
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(size);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    PADDLE_ENFORCE(status != Z_BUF_ERROR, DataLoss, file_.path(),
                   ": the compressed file is truncated");
    PADDLE_ENFORCE(status == Z_OK || status == Z_STREAM_END, DataLoss,
                   file_.path(), ": the compressed file is damaged",
                   stream_.msg == nullptr ? "" : ": ",
                   stream_.msg == nullptr ? "" : stream_.msg);
    ended_ = status == Z_STREAM_END;
    return size - stream_.avail_out;
  }

  platform::FileReader file_;
  std::string piece_;  // of the file; `stream_` knows what is left of it
  z_stream stream_{};
  bool compressed_ = false;
  bool ended_ = false;
};

// The bytes after the header, exactly as many as the header says.
struct Contents {
  std::vector<int64_t> sizes;
  std::string data;
};

int64_t ProductOf(const std::vector<int64_t>& sizes, const std::string& path) {
  int64_t product = 1;
  for (int64_t size : sizes) {
    PADDLE_ENFORCE(!__builtin_mul_overflow(product, size, &product), DataLoss,
                   path, ": the product of its sizes overflows");
  }
  return product;
}

Contents ReadIdx(const std::string& path, uint32_t magic, size_t rank) {
  Input input(path);
  const size_t header_size = 4 * (rank + 1);
  const std::string header = input.Read(header_size);
  PADDLE_ENFORCE(header.size() == header_size, DataLoss, path,
                 ": truncated in its header");
  PADDLE_ENFORCE(ReadNumber(header, 0) == magic, DataLoss, path,
                 ": begins with ", ReadNumber(header, 0), ", not with ", magic,
                 ": no IDX file of ", rank > 1 ? "images" : "labels");
  Contents contents;
  for (size_t i = 1; i <= rank; ++i) {
    contents.sizes.push_back(ReadNumber(header, i));
  }
  const int64_t wanted = ProductOf(contents.sizes, path);
  // One byte more shows whether the file goes on.
  contents.data = input.Read(static_cast<uint64_t>(wanted) + 1);
  const auto found = static_cast<int64_t>(contents.data.size());
  PADDLE_ENFORCE(found >= wanted, DataLoss, path, ": truncated: ", found,
                 " of ", wanted, " bytes of data");
  PADDLE_ENFORCE(found == wanted, DataLoss, path, ": more than the ", wanted,
                 " bytes of data that its header says");
  return contents;
}

}  // namespace

Images ReadImages(const std::string& path) {
  Contents contents = ReadIdx(path, kImageMagic, 3);
  return {contents.sizes[0], contents.sizes[1], contents.sizes[2],
          std::move(contents.data)};
}

std::vector<int64_t> ReadLabels(const std::string& path, int64_t classes) {
  const Contents contents = ReadIdx(path, kLabelMagic, 1);
  std::vector<int64_t> labels;
  labels.reserve(contents.data.size());
  for (const char byte : contents.data) {
    const int64_t label = static_cast<uint8_t>(byte);
    PADDLE_ENFORCE(label < classes, DataLoss, path, ": label ", label,
                   " of item ", labels.size(), " is not in [0, ", classes, ")");
    labels.push_back(label);
  }
  return labels;
}

}  // namespace paddle::infer
