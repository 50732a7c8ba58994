#include "paddle/framework/io/dataset.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

#include "paddle/framework/io/byte_source.h"
#include "paddle/framework/io/idx.h"
#include "paddle/framework/io/inflated_bytes.h"
#include "paddle/framework/io/npy.h"
#include "paddle/framework/io/safetensors.h"
#include "paddle/framework/io/zip_directory.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

constexpr uint64_t kStart = 9;  // bytes that tell the formats apart

StoredArrays ParseNpz(const FilePtr& file) {
  StoredArrays arrays;
  for (const ZipMember& member : ReadZipDirectory(file)) {
    absl::string_view name = member.name;
    if (!absl::ConsumeSuffix(&name, ".npy")) continue;
    const bool is_new =
        arrays.emplace(name, ParseNpy(OpenZipMember(file, member))).second;
    PADDLE_ENFORCE(is_new, InvalidArgument, file->path(), ": member ",
                   member.name, " is there twice");
  }
  return arrays;
}

StoredArrays Single(const FilePtr& file, StoredArray array) {
  std::filesystem::path path(file->path());
  if (path.extension() == ".gz") path.replace_extension();
  return {{path.stem().string(), std::move(array)}};
}

// An IDX file without rows may begin like the length of a long header.
bool IsSafetensors(absl::string_view start) {
  return start.size() == kStart && start.back() == '{' &&
         (!IsIdx(start) ||
          start.substr(4, 4) == absl::string_view("\0\0\0\0", 4));
}

StoredArrays Parse(const FilePtr& file) {
  const auto whole = StoredBytes(file->path(), file, 0, file->size());
  const std::string start =
      whole->Text(0, std::min<uint64_t>(kStart, file->size()));
  if (absl::StartsWith(start, kNpyMagic)) return Single(file, ParseNpy(whole));
  // The length of a header may have any bytes, but where it begins, archives
  // and compressed files never have a brace.
  if (IsSafetensors(start)) return ParseSafetensors(whole);
  if (absl::StartsWith(start, "PK")) return ParseNpz(file);
  if (absl::StartsWith(start, "\x1f\x8b")) {
    const auto bytes = InflatedBytes(file->path(), file, {0, file->size(), {}});
    return Single(file, ParseIdx(bytes));
  }
  if (IsIdx(start)) return Single(file, ParseIdx(whole));
  PADDLE_THROW(InvalidArgument, file->path(), ", byte 0: its ", file->size(),
               " bytes do not begin as safetensors, .npy, .npz or IDX");
}

}  // namespace

Dataset::Dataset(std::string path, StoredArrays arrays)
    : path_(std::move(path)), arrays_(std::move(arrays)) {}

const StoredArray& Dataset::Find(const std::string& name) const {
  const auto found = arrays_.find(name);
  PADDLE_ENFORCE(
      found != arrays_.end(), NotFound, path_, " has no array ", name, ", but ",
      absl::StrJoin(arrays_, ", ", [](std::string* text, const auto& array) {
        text->append(array.first);
      }));
  return found->second;
}

Dataset OpenArrays(const std::string& path) {
  return Dataset(path,
                 Parse(std::make_shared<platform::RandomAccessFile>(path)));
}

}  // namespace paddle::framework
