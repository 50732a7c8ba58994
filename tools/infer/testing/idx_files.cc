#include "paddle/tools/infer/testing/idx_files.h"

#include <zlib.h>

#include "absl/strings/str_cat.h"

namespace paddle::infer {

std::string IdxNumber(uint32_t number) {
  return {static_cast<char>(number >> 24), static_cast<char>(number >> 16),
          static_cast<char>(number >> 8), static_cast<char>(number)};
}

std::string ImageFile(uint32_t count, uint32_t rows, uint32_t columns,
                      const std::string& pixels) {
  return absl::StrCat(IdxNumber(2051), IdxNumber(count), IdxNumber(rows),
                      IdxNumber(columns), pixels);
}

std::string Gzip(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(&out[0]);
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace paddle::infer
