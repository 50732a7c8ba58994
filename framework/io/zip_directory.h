// Finds the members of a zip archive.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/io/byte_source.h"

namespace paddle::framework {

// One file in the archive, as its directory describes it.
struct ZipMember {
  std::string name;
  bool compressed = false;       // by deflate; else stored
  uint32_t crc32 = 0;            // of the bytes that are not compressed
  uint64_t compressed_size = 0;  // bytes
  uint64_t size = 0;             // bytes
  uint64_t header = 0;           // place of its local header in the file
};

// Returns the members in the order of the directory, which is read and checked
// as a whole (PKWARE, APPNOTE.TXT 6.3; with the 64-bit sizes that NumPy writes
// for large arrays). Throws InvalidArgument, naming file and place, for an
// archive that is damaged, encrypted, in several parts, or compressed by
// another method than deflate.
std::vector<ZipMember> ReadZipDirectory(const FilePtr& file);

// Returns the bytes of a member of this archive, whose local header it checks.
// Stored bytes are read where they lie, and their checksum is not checked;
// compressed ones as InflatedBytes says. Throws InvalidArgument as above.
std::shared_ptr<ByteSource> OpenZipMember(const FilePtr& file,
                                          const ZipMember& member);

}  // namespace paddle::framework
