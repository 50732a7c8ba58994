// Gives the bytes that zlib makes of compressed ones in a file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/types/optional.h"

#include "paddle/framework/io/byte_source.h"

namespace paddle::framework {

// Names a compressed piece of a file: a gzip file (RFC 1952) as a whole, or a
// raw deflate stream (RFC 1951), of which a zip directory tells the rest.
struct CompressedPiece {
  uint64_t begin = 0;  // in the file, bytes
  uint64_t size = 0;   // compressed, bytes
  // Of a zip member; absent for gzip, which has its own.
  struct Member {
    uint64_t size = 0;  // not compressed, bytes
    uint32_t crc32 = 0;
  };
  absl::optional<Member> member;
};

// Returns a source that decompresses as far as it is read and keeps that in
// memory: opening a file costs its header alone, but what has been read of it
// stays. A size that deflate cannot reach (more than 1032 times as many bytes)
// is refused before memory is taken. At the end it checks size and checksum.
// Throws InvalidArgument for a gzip file without room for header and trailer.
std::shared_ptr<ByteSource> InflatedBytes(std::string name, FilePtr file,
                                          const CompressedPiece& piece);

}  // namespace paddle::framework
