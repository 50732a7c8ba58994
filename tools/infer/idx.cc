#include "paddle/tools/infer/idx.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

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

// Owns the state of zlib.
class Inflater {
 public:
  Inflater(absl::string_view bytes, const std::string& source)
      : source_(source) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    constexpr int kGzip = 16 + MAX_WBITS;
    PADDLE_ENFORCE(inflateInit2(&stream_, kGzip) == Z_OK, ResourceExhausted,
                   source, ": no memory to decompress it");
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Appends up to `size` bytes; false at the end of the stream.
  bool Read(size_t size, std::string* out) {
    const size_t before = out->size();
    out->resize(before + size);
    stream_.next_out = reinterpret_cast<Bytef*>(&(*out)[before]);
    stream_.avail_out = static_cast<uInt>(size);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    out->resize(out->size() - stream_.avail_out);
    PADDLE_ENFORCE(status != Z_BUF_ERROR, DataLoss, source_,
                   ": the compressed file is truncated");
    PADDLE_ENFORCE(status == Z_OK || status == Z_STREAM_END, DataLoss, source_,
                   ": the compressed file is damaged",
                   stream_.msg == nullptr ? "" : ": ",
                   stream_.msg == nullptr ? "" : stream_.msg);
    return status == Z_OK;
  }

 private:
  const std::string& source_;
  z_stream stream_{};
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
  const std::string bytes = platform::ReadFile(path);
  const size_t header_size = 4 * (rank + 1);
  const std::string header = Decompress(bytes, path, header_size);
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
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max() - 64;
  const size_t limit = header_size + std::min(wanted, kMax) + 1;
  contents.data = Decompress(bytes, path, limit).substr(header_size);
  const auto found = static_cast<int64_t>(contents.data.size());
  PADDLE_ENFORCE(found >= wanted, DataLoss, path, ": truncated: ", found,
                 " of ", wanted, " bytes of data");
  PADDLE_ENFORCE(found == wanted, DataLoss, path, ": more than the ", wanted,
                 " bytes of data that its header says");
  return contents;
}

}  // namespace

std::string Decompress(absl::string_view bytes, const std::string& source,
                       size_t limit) {
  if (!absl::StartsWith(bytes, "\x1f\x8b")) {
    return std::string(bytes.substr(0, limit));
  }
  PADDLE_ENFORCE(bytes.size() <= std::numeric_limits<uInt>::max(), DataLoss,
                 source, ": too large for a compressed file");
  Inflater inflater(bytes, source);
  std::string out;
  while (out.size() < limit &&
         inflater.Read(std::min(kChunk, limit - out.size()), &out)) {
  }
  return out;
}

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
