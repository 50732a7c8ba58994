#include "paddle/framework/io/testing/array_files.h"

#include <zlib.h>

#include "absl/strings/str_cat.h"

namespace paddle::framework::testing {
namespace {

// `bits` are those of deflateInit2, which say what stands around the stream.
std::string Deflated(const std::string& bytes, int bits) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY);
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

std::string Little(uint64_t number, int width) {
  std::string bytes;
  for (int i = 0; i < width; ++i, number >>= 8) {
    bytes.push_back(static_cast<char>(number));
  }
  return bytes;
}

uint32_t Checksum(const std::string& bytes) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

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
  return Deflated(bytes, 16 + MAX_WBITS);
}

std::string SafetensorsFile(const std::string& header,
                            const std::string& bytes) {
  return absl::StrCat(Little(header.size(), 8), header, bytes);
}

std::string NpyFile(const std::string& descr, const std::string& shape,
                    const std::string& bytes) {
  const std::string header =
      absl::StrCat("{'descr': '", descr,
                   "', 'fortran_order': False, 'shape': ", shape, ", }\n");
  const std::string start("\x93NUMPY\x01\x00", 8);
  return absl::StrCat(start, Little(header.size(), 2), header, bytes);
}

std::string ZipFile(
    const std::vector<std::pair<std::string, std::string>>& members,
    bool deflated) {
  std::string file;
  std::string directory;
  for (const auto& [name, bytes] : members) {
    const std::string stored = deflated ? Deflated(bytes, -MAX_WBITS) : bytes;
    // The fields that local header and directory share.
    const std::string entry = absl::StrCat(
        Little(20, 2), Little(0, 2), Little(deflated ? 8 : 0, 2), Little(0, 4),
        Little(Checksum(bytes), 4), Little(stored.size(), 4),
        Little(bytes.size(), 4), Little(name.size(), 2), Little(0, 2));
    absl::StrAppend(&directory, "PK\x01\x02", Little(20, 2), entry,
                    Little(0, 10), Little(file.size(), 4), name);
    absl::StrAppend(&file, "PK\x03\x04", entry, name, stored);
  }
  const std::string end =
      absl::StrCat("PK\x05\x06", Little(0, 4), Little(members.size(), 2),
                   Little(members.size(), 2), Little(directory.size(), 4),
                   Little(file.size(), 4), Little(0, 2));
  return absl::StrCat(file, directory, end);
}

}  // namespace paddle::framework::testing
