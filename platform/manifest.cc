#include "paddle/platform/manifest.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

#include "paddle/platform/crc64.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::platform {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kFirstLine = "paddle manifest 1\n";
constexpr size_t kLastLine = sizeof("end 0123456789abcdef\n") - 1;
constexpr uint64_t kMostBytes = uint64_t{64} << 20;

std::string PathIn(const std::string& folder, absl::string_view name) {
  return absl::StrCat(folder, "/", name);
}

std::string Hex(uint64_t sum) {
  return absl::StrCat(absl::Hex(sum, absl::kZeroPad16));
}

// Returns the checksum and the size of a file, as its line states them.
std::string FactsOf(const std::string& path) {
  FileReader file(path);
  std::vector<char> piece(
      std::min<uint64_t>(std::max<uint64_t>(file.size(), 1), 1 << 20));
  uint64_t sum = 0;
  uint64_t size = 0;
  while (const size_t count = file.Read(piece.data(), piece.size())) {
    sum = Crc64(piece.data(), count, sum);
    size += count;
  }
  return absl::StrCat(Hex(sum), " ", size);
}

// Returns all that is not a folder, as paths relative to `folder`.
std::vector<std::string> FilesIn(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  while (!error && entry != fs::recursive_directory_iterator()) {
    const bool is_folder = entry->is_directory(error);
    if (!error && (!is_folder || entry->is_symlink(error))) {
      names.push_back(entry->path().lexically_relative(folder).string());
    }
    if (!error) entry.increment(error);
  }
  PADDLE_ENFORCE(!error, Unavailable, "folder ", folder, ": ", error.message());
  return names;
}

// Orders lines by the names of their files, so that equal folders have equal
// manifests.
bool ByName(const std::string& left, const std::string& right) {
  const auto name = [](absl::string_view line) {
    line.remove_prefix(std::min(line.find(' ') + 1, line.size()));
    return line.substr(std::min(line.find(' ') + 1, line.size()));
  };
  return name(left) < name(right);
}

std::string LastLine(absl::string_view before) {
  return absl::StrCat("end ", Hex(Crc64(before.data(), before.size())), "\n");
}

[[noreturn]] void Damaged(const std::string& path, const char* fault) {
  PADDLE_THROW(DataLoss, "file ", path, ": ", fault);
}

// Returns the lines of a manifest without the first and the last, which are
// checked here.
std::vector<std::string> LinesOf(const std::string& path) {
  const std::string text = ReadFile(
      path, kFirstLine.size(), [&](absl::string_view start, uint64_t size) {
        if (start != kFirstLine || size > kMostBytes) {
          Damaged(path, "this is no manifest");
        }
      });
  const size_t before = text.size() - std::min(text.size(), kLastLine);
  const auto body = absl::string_view(text).substr(0, before);
  if (!absl::EndsWith(body, "\n") || text.substr(before) != LastLine(body)) {
    Damaged(path, "its checksum does not match: it was damaged");
  }
  return absl::StrSplit(body.substr(kFirstLine.size()), '\n',
                        absl::SkipEmpty());
}

// Compares one file with its line "checksum size name".
void CheckFile(const std::string& folder, const std::string& line) {
  const std::vector<absl::string_view> parts =
      absl::StrSplit(line, absl::MaxSplits(' ', 2));
  uint64_t size = 0;
  if (parts.size() != 3 || !absl::SimpleAtoi(parts[1], &size)) {
    Damaged(PathIn(folder, kManifestFile), "a line is not as it should be");
  }
  const std::string path = PathIn(folder, parts[2]);
  std::string found;
  try {
    found = FactsOf(path);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kNotFound) throw;
    Damaged(path, "it is missing, but the manifest names it");
  }
  if (absl::StrCat(parts[0], " ", parts[1]) == found) return;
  const std::string count = found.substr(found.find(' ') + 1);
  PADDLE_ENFORCE(count == parts[1], DataLoss, "file ", path, " has ", count,
                 " bytes, and the manifest says ", size);
  Damaged(path, "its checksum does not match the manifest: it was damaged");
}

}  // namespace

std::string ManifestLine(const std::string& folder, const std::string& file) {
  const std::string path = PathIn(folder, file);
  PADDLE_ENFORCE(!absl::StrContains(file, "\n"), InvalidArgument,
                 "the name of a file has a line break: ", path);
  return absl::StrCat(FactsOf(path), " ", file);
}

void WriteManifest(const std::string& folder, std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end(), ByName);
  std::string text(kFirstLine);
  for (const std::string& line : lines) absl::StrAppend(&text, line, "\n");
  PADDLE_ENFORCE(text.size() + kLastLine <= kMostBytes, InvalidArgument,
                 "folder ", folder, " has too many files for a manifest");
  text += LastLine(text);
  AtomicWriteFile(PathIn(folder, kManifestFile), text);
}

void WriteManifest(const std::string& folder) {
  PADDLE_ENFORCE(!HasManifest(folder), InvalidArgument, "folder ", folder,
                 " has a file called ", kManifestFile, " already");
  std::vector<std::string> lines;
  for (const std::string& name : FilesIn(folder)) {
    lines.push_back(ManifestLine(folder, name));
  }
  WriteManifest(folder, std::move(lines));
}

bool HasManifest(const std::string& folder) {
  std::error_code ignored;
  const auto status =
      fs::symlink_status(PathIn(folder, kManifestFile), ignored);
  return fs::exists(status);
}

void CheckManifest(const std::string& folder) {
  for (const std::string& line : LinesOf(PathIn(folder, kManifestFile))) {
    CheckFile(folder, line);
  }
}

}  // namespace paddle::platform
