#include "paddle/framework/io/zip_directory.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/io/inflated_bytes.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

// The records of the format: their first four bytes and their fixed sizes.
constexpr uint32_t kLocal = 0x04034B50;
constexpr uint32_t kEntry = 0x02014B50;
constexpr uint32_t kEnd = 0x06054B50;
constexpr uint32_t kEnd64 = 0x06064B50;
constexpr uint32_t kLocator64 = 0x07064B50;
constexpr uint64_t kLocalSize = 30;
constexpr uint64_t kEntrySize = 46;
constexpr uint64_t kEndSize = 22;
constexpr uint64_t kEnd64Size = 56;
constexpr uint64_t kLocator64Size = 20;
constexpr uint64_t kLongestComment = 65535;
constexpr uint32_t kSee64 = 0xFFFFFFFF;  // the 64-bit field has the number
constexpr uint64_t kExtra64 = 1;         // the id of those fields

// Little-endian numbers of a record, with its place for messages.
class Record {
 public:
  Record(const FilePtr& file, uint64_t begin, uint64_t size)
      : path_(file->path()), begin_(begin) {
    PADDLE_ENFORCE(begin <= file->size() && size <= file->size() - begin,
                   InvalidArgument, path_, ", byte ", begin,
                   ": truncated: ", size, " bytes wanted of ", file->size());
    bytes_.resize(size);
    file->Read(begin, size, &bytes_[0]);
  }

  uint64_t size() const { return bytes_.size(); }
  uint64_t Number(uint64_t offset, uint64_t width) const {
    Check(Has(offset, width), offset, "the archive's record ends too soon");
    return LittleEndian(absl::string_view(bytes_).substr(offset, width));
  }
  std::string Text(uint64_t offset, uint64_t size) const {
    Check(Has(offset, size), offset, "the archive's record ends too soon");
    return bytes_.substr(offset, size);
  }
  void Check(bool holds, uint64_t offset, absl::string_view problem) const {
    PADDLE_ENFORCE(holds, InvalidArgument, path_, ", byte ", begin_ + offset,
                   ": ", problem);
  }

 private:
  bool Has(uint64_t offset, uint64_t size) const {
    return offset <= bytes_.size() && size <= bytes_.size() - offset;
  }

  const std::string path_;
  const uint64_t begin_;
  std::string bytes_;
};

struct Directory {
  uint64_t begin = 0;
  uint64_t size = 0;
  uint64_t entries = 0;
};

// Returns where the last record begins: a comment may stand behind it.
uint64_t FindEnd(const FilePtr& file) {
  PADDLE_ENFORCE(file->size() >= kEndSize, InvalidArgument, file->path(),
                 ": truncated: ", file->size(), " bytes are no zip archive");
  const uint64_t most =
      std::min<uint64_t>(file->size(), kEndSize + kLongestComment);
  const uint64_t begin = file->size() - most;
  const Record tail(file, begin, most);
  for (uint64_t i = most - kEndSize + 1; i > 0; --i) {
    if (tail.Number(i - 1, 4) == kEnd &&
        i - 1 + kEndSize + tail.Number(i + 19, 2) == most) {
      return begin + i - 1;
    }
  }
  PADDLE_THROW(InvalidArgument, file->path(),
               ": truncated or damaged: no directory of a zip archive at its "
               "end");
}

Directory Directory64(const FilePtr& file, uint64_t end) {
  PADDLE_ENFORCE(end >= kLocator64Size, InvalidArgument, file->path(),
                 ", byte ", end, ": no room for 64-bit sizes before it");
  const Record locator(file, end - kLocator64Size, kLocator64Size);
  locator.Check(locator.Number(0, 4) == kLocator64, 0,
                "the locator of 64-bit sizes is damaged");
  const Record record(file, locator.Number(8, 8), kEnd64Size);
  record.Check(record.Number(0, 4) == kEnd64, 0,
               "the record of 64-bit sizes is damaged");
  return {record.Number(48, 8), record.Number(40, 8), record.Number(32, 8)};
}

Directory FindDirectory(const FilePtr& file) {
  const uint64_t end = FindEnd(file);
  const Record record(file, end, kEndSize);
  record.Check(record.Number(4, 2) == 0 && record.Number(6, 2) == 0, 4,
               "an archive in several parts");
  Directory directory = {record.Number(16, 4), record.Number(12, 4),
                         record.Number(10, 2)};
  if (directory.begin == kSee64 || directory.size == kSee64 ||
      directory.entries == 0xFFFF) {
    directory = Directory64(file, end);
  }
  record.Check(directory.entries <= directory.size / kEntrySize, 10,
               "the directory cannot hold its number of members");
  return directory;
}

// Replaces numbers that the entry leaves to a 64-bit field: those, in this
// order, are in the extra field of id 1.
void Read64(const Record& directory, uint64_t begin, uint64_t size,
            ZipMember* member) {
  const uint64_t end = begin + size;
  while (begin + 4 <= end) {
    const uint64_t id = directory.Number(begin, 2);
    const uint64_t next = begin + 4 + directory.Number(begin + 2, 2);
    directory.Check(next <= end, begin, "an extra field is too long");
    if (id == kExtra64) {
      uint64_t place = begin + 4;
      for (uint64_t* number :
           {&member->size, &member->compressed_size, &member->header}) {
        if (*number != kSee64) continue;
        directory.Check(place + 8 <= next, place, "a 64-bit size is missing");
        *number = directory.Number(place, 8);
        place += 8;
      }
      return;
    }
    begin = next;
  }
}

// Reads the entry at `*place` and goes behind it.
ZipMember ReadEntry(const Record& directory, uint64_t* place) {
  const uint64_t begin = *place;
  directory.Check(directory.Number(begin, 4) == kEntry, begin,
                  "the directory is damaged");
  directory.Check((directory.Number(begin + 8, 2) & 1) == 0, begin + 8,
                  "an encrypted member");
  const uint64_t method = directory.Number(begin + 10, 2);
  directory.Check(method == 0 || method == 8, begin + 10,
                  absl::StrCat("compressed by method ", method,
                               ", neither stored nor deflate"));
  const uint64_t name_size = directory.Number(begin + 28, 2);
  const uint64_t extra_size = directory.Number(begin + 30, 2);
  ZipMember member;
  member.compressed = method == 8;
  member.crc32 = static_cast<uint32_t>(directory.Number(begin + 16, 4));
  member.compressed_size = directory.Number(begin + 20, 4);
  member.size = directory.Number(begin + 24, 4);
  member.header = directory.Number(begin + 42, 4);
  member.name = directory.Text(begin + kEntrySize, name_size);
  const uint64_t extra = begin + kEntrySize + name_size;
  *place = extra + extra_size + directory.Number(begin + 32, 2);
  directory.Check(*place <= directory.size(), begin, "an entry is too long");
  Read64(directory, extra, extra_size, &member);
  directory.Check(member.compressed || member.compressed_size == member.size,
                  begin + 20, "the sizes of a stored member differ");
  return member;
}

}  // namespace

std::vector<ZipMember> ReadZipDirectory(const FilePtr& file) {
  const Directory found = FindDirectory(file);
  const Record directory(file, found.begin, found.size);
  std::vector<ZipMember> members;
  uint64_t place = 0;
  for (uint64_t i = 0; i < found.entries; ++i) {
    members.push_back(ReadEntry(directory, &place));
  }
  directory.Check(place == found.size, place,
                  "bytes are left behind the last member");
  return members;
}

std::shared_ptr<ByteSource> OpenZipMember(const FilePtr& file,
                                          const ZipMember& member) {
  const Record local(file, member.header, kLocalSize);
  local.Check(local.Number(0, 4) == kLocal, 0,
              "the header of a member is "
              "damaged");
  const uint64_t begin =
      member.header + kLocalSize + local.Number(26, 2) + local.Number(28, 2);
  const std::string name = absl::StrCat(file->path(), ", member ", member.name);
  PADDLE_ENFORCE(
      begin <= file->size() && member.compressed_size <= file->size() - begin,
      InvalidArgument, name, ": truncated: ", member.compressed_size,
      " bytes from byte ", begin, " of ", file->size());
  if (!member.compressed) {
    return StoredBytes(name, file, begin, member.size);
  }
  return InflatedBytes(name, file,
                       {begin, member.compressed_size,
                        CompressedPiece::Member{member.size, member.crc32}});
}

}  // namespace paddle::framework
