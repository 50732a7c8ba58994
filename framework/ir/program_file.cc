// Also implements Program::Serialize and Program::Parse.
#include "paddle/framework/ir/program_file.h"

#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_upgrade.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::framework {

namespace {

constexpr absl::string_view kMagic("PDLPROG\0", 8);
constexpr uint32_t kFormatVersion = 1;
constexpr size_t kHeaderSize = 8 + 4 + 8;
constexpr size_t kChecksumSize = 4;
// Protobuf itself fails at 2 GiB.
constexpr size_t kMostBytes = size_t{1} << 30;

template <typename T>
void Put(T value, std::string* bytes) {
  // Byte by byte, so that files are the same on machines of any byte order.
  for (size_t i = 0; i < sizeof(T); ++i) {
    bytes->push_back(static_cast<char>(value >> (8 * i) & 0xff));
  }
}

template <typename T>
T Take(absl::string_view bytes, size_t offset) {
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    value |= static_cast<T>(static_cast<unsigned char>(bytes[offset + i]))
             << (8 * i);
  }
  return value;
}

// Throws unless `size` bytes that begin with `start` can be a container. The
// start alone decides, so that other files are not read as a whole.
void CheckStart(absl::string_view start, uint64_t size) {
  PADDLE_ENFORCE(absl::StartsWith(start, kMagic), DataLoss,
                 "this is not a program: it does not begin with PDLPROG");
  PADDLE_ENFORCE(
      start.size() >= kHeaderSize && size >= kHeaderSize + kChecksumSize,
      DataLoss, "the program is truncated: ", size, " bytes");
  // The length allows a truncated file to be told from a damaged one, and is
  // checked before the file is read as a whole.
  const uint64_t length = Take<uint64_t>(start, 12);
  const uint64_t present = size - kHeaderSize - kChecksumSize;
  PADDLE_ENFORCE(length == present, DataLoss, "the program is ",
                 length > present ? "truncated" : "followed by other bytes",
                 ": ", present, " bytes of ", length);
  PADDLE_ENFORCE(length <= kMostBytes, DataLoss, "a program of ", length,
                 " bytes; at most ", kMostBytes);
}

// Returns the message inside a container, after checking its checksum.
absl::string_view Payload(absl::string_view bytes) {
  CheckStart(bytes, bytes.size());
  const size_t length = bytes.size() - kHeaderSize - kChecksumSize;
  const size_t summed = bytes.size() - kChecksumSize;
  PADDLE_ENFORCE(
      platform::Crc32c(bytes.data(), summed) == Take<uint32_t>(bytes, summed),
      DataLoss, "the program is damaged: its checksum is wrong");
  // The version is looked at after the checksum: a damaged version number must
  // not be reported as a newer format.
  const uint32_t version = Take<uint32_t>(bytes, 8);
  PADDLE_ENFORCE(version == kFormatVersion, Unimplemented,
                 "the program is in format version ", version,
                 "; this build reads version ", kFormatVersion);
  return bytes.substr(kHeaderSize, length);
}

// Gives attributes that are newer than the file their defaults. An invalid
// operator stays as it is: Verify reports it with its position.
void CompleteOps(const SchemaSource& schemas, proto::ProgramDesc* desc) {
  for (proto::BlockDesc& block : *desc->mutable_blocks()) {
    for (proto::OpDesc& op : *block.mutable_ops()) {
      proto::OpDesc complete = op;
      try {
        // Checked on a copy, because CheckAndComplete may fail half-way.
        schemas.CheckAndComplete(&complete);
      } catch (const platform::Error&) {
        continue;
      }
      op = std::move(complete);
    }
  }
}

void DropCallSites(proto::ProgramDesc* desc) {
  for (proto::BlockDesc& block : *desc->mutable_blocks()) {
    for (proto::OpDesc& op : *block.mutable_ops()) op.clear_call_site();
  }
}

}  // namespace

std::string ReadProgramFile(const std::string& path) {
  try {
    return platform::ReadFile(path, kHeaderSize, &CheckStart);
  } catch (platform::Error& error) {
    if (error.code() == platform::ErrorCode::kDataLoss) {
      // Other errors of ReadFile name the file already.
      error.AddContext(absl::StrCat("in ", path));
    }
    throw;
  }
}

std::string Program::Serialize(bool with_call_sites) const {
  // A copy, so that dropping call sites does not touch the program.
  proto::ProgramDesc desc = *desc_;
  if (!with_call_sites) DropCallSites(&desc);
  const size_t size = desc.ByteSizeLong();
  PADDLE_ENFORCE(size <= kMostBytes, ResourceExhausted, "a program of ", size,
                 " bytes; at most ", kMostBytes, " can be saved");
  std::string bytes(kMagic);
  Put(kFormatVersion, &bytes);
  Put(uint64_t{size}, &bytes);
  desc.AppendToString(&bytes);
  // The lite runtime serializes invalid UTF-8 but refuses to parse it: a
  // program that could never be read again must not be written.
  PADDLE_ENFORCE(proto::ProgramDesc().ParseFromArray(bytes.data() + kHeaderSize,
                                                     static_cast<int>(size)),
                 InvalidArgument, "a name or text in the program is not UTF-8");
  Put(platform::Crc32c(bytes.data(), bytes.size()), &bytes);
  return bytes;
}

std::shared_ptr<Program> Program::Parse(const SchemaSource& schemas,
                                        absl::string_view bytes) {
  const absl::string_view payload = Payload(bytes);
  proto::ProgramDesc desc;
  PADDLE_ENFORCE(
      desc.ParseFromArray(payload.data(), static_cast<int>(payload.size())),
      DataLoss, "the program does not read as a ProgramDesc");
  // Old operators are upgraded first, then completed; only then are they valid
  // today.
  UpgradeOps(schemas, &desc);
  CompleteOps(schemas, &desc);
  Verify(desc, schemas);
  return std::make_shared<Program>(schemas, std::move(desc));
}

}  // namespace paddle::framework
