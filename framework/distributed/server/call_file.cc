#include "paddle/framework/distributed/server/call_file.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/distributed/server/frame.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::distributed {

namespace {

constexpr size_t kChecksumBytes = 4;

// Writes bytes and keeps the checksum of all that it has written.
class ChecksumWriter {
 public:
  explicit ChecksumWriter(const std::string& path) : file_(path) {}

  void Write(absl::string_view bytes) {
    file_.Write(bytes);
    checksum_ = platform::Crc32c(bytes.data(), bytes.size(), checksum_);
  }
  void Commit() {
    for (size_t i = 0; i < kChecksumBytes; ++i) {
      const char byte = static_cast<char>(checksum_ >> (8 * i));
      file_.Write(&byte, 1);
    }
    file_.Commit();
  }

 private:
  platform::AtomicFileWriter file_;
  uint32_t checksum_ = 0;
};

// Returns the checksum at the end of a file.
uint32_t ChecksumIn(absl::string_view bytes) {
  uint32_t checksum = 0;
  for (size_t i = 0; i < kChecksumBytes; ++i) {
    const auto byte =
        static_cast<unsigned char>(bytes[bytes.size() - kChecksumBytes + i]);
    checksum |= uint32_t{byte} << (8 * i);
  }
  return checksum;
}

Call Decoded(absl::string_view bytes) {
  PADDLE_ENFORCE(bytes.size() >= kChecksumBytes, DataLoss, "it has ",
                 bytes.size(), " bytes");
  const absl::string_view frame =
      bytes.substr(0, bytes.size() - kChecksumBytes);
  PADDLE_ENFORCE(
      platform::Crc32c(frame.data(), frame.size()) == ChecksumIn(bytes),
      DataLoss, "its checksum is wrong");
  return DecodeCall({frame});
}

}  // namespace

void SaveCall(const std::string& path, const Call& call) {
  ChecksumWriter file(path);
  file.Write(EncodeHead(call));
  for (const framework::Tensor& tensor : call.tensors) {
    if (tensor.bytes() == 0) continue;
    file.Write({static_cast<const char*>(tensor.raw_data()), tensor.bytes()});
  }
  file.Commit();
}

absl::optional<Call> LoadCall(const std::string& path) {
  try {
    return Decoded(platform::ReadFile(path));
  } catch (platform::Error& error) {
    if (error.code() == platform::ErrorCode::kNotFound) return absl::nullopt;
    error.AddContext(absl::StrCat("in ", path));
    throw;
  }
}

}  // namespace paddle::distributed
