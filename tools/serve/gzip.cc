#include "paddle/tools/serve/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

#include "paddle/platform/enforce.h"

namespace paddle::serve {
namespace {

constexpr int kGzip = 16 + MAX_WBITS;
constexpr size_t kChunk = 64 << 10;

// Ends a stream of zlib.
struct Stream {
  z_stream z{};
  int (*end)(z_stream*);
  ~Stream() { end(&z); }
};

Bytef* In(absl::string_view bytes) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

void CheckSize(absl::string_view bytes) {
  PADDLE_ENFORCE(bytes.size() <= kMostGzip, OutOfRange, "a body of ",
                 bytes.size(), " bytes, more than ", kMostGzip,
                 ", is neither compressed nor decompressed");
}

// True for ";q=0" and what means the same.
bool HasNoWeight(absl::string_view parameter) {
  parameter = absl::StripAsciiWhitespace(parameter);
  double weight = 1;
  return absl::StartsWithIgnoreCase(parameter, "q=") &&
         absl::SimpleAtod(parameter.substr(2), &weight) && weight <= 0;
}

}  // namespace

std::string Gunzip(absl::string_view bytes, size_t limit) {
  CheckSize(bytes);
  Stream stream{{}, inflateEnd};
  PADDLE_ENFORCE(inflateInit2(&stream.z, kGzip) == Z_OK, ResourceExhausted,
                 "no memory to decompress a body");
  stream.z.next_in = In(bytes);
  stream.z.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  int status = Z_OK;
  while (status == Z_OK) {
    const size_t before = out.size();
    out.resize(before + kChunk);
    stream.z.next_out = reinterpret_cast<Bytef*>(&out[before]);
    stream.z.avail_out = kChunk;
    status = inflate(&stream.z, Z_NO_FLUSH);
    out.resize(out.size() - stream.z.avail_out);
    PADDLE_ENFORCE(out.size() <= limit, OutOfRange,
                   "the decompressed body has more than ", limit, " bytes");
  }
  PADDLE_ENFORCE(status == Z_STREAM_END && stream.z.avail_in == 0,
                 InvalidArgument,
                 "header Content-Encoding: the body is not one gzip stream");
  return out;
}

std::string Gzip(absl::string_view bytes) {
  CheckSize(bytes);
  Stream stream{{}, deflateEnd};
  PADDLE_ENFORCE(deflateInit2(&stream.z, Z_BEST_SPEED, Z_DEFLATED, kGzip,
                              /*memLevel=*/8, Z_DEFAULT_STRATEGY) == Z_OK,
                 ResourceExhausted, "no memory to compress a body");
  std::string out(deflateBound(&stream.z, bytes.size()), '\0');
  stream.z.next_in = In(bytes);
  stream.z.avail_in = static_cast<uInt>(bytes.size());
  stream.z.next_out = reinterpret_cast<Bytef*>(&out[0]);
  stream.z.avail_out = static_cast<uInt>(out.size());
  PADDLE_ENFORCE(deflate(&stream.z, Z_FINISH) == Z_STREAM_END, Internal,
                 "zlib cannot compress a body");
  out.resize(stream.z.total_out);
  return out;
}

bool AcceptsGzip(absl::string_view header) {
  for (const absl::string_view coding : absl::StrSplit(header, ',')) {
    const std::vector<absl::string_view> parts = absl::StrSplit(coding, ';');
    const auto name = absl::StripAsciiWhitespace(parts[0]);
    if (!absl::EqualsIgnoreCase(name, "gzip") &&
        !absl::EqualsIgnoreCase(name, "x-gzip")) {
      continue;
    }
    return std::none_of(parts.begin() + 1, parts.end(), HasNoWeight);
  }
  return false;
}

}  // namespace paddle::serve
