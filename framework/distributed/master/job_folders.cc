#include "paddle/framework/distributed/master/job_folders.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/distributed/master/relative_name.h"
#include "paddle/framework/io/sync_folder.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::distributed {
namespace {

namespace fs = std::filesystem;

constexpr char kSpec[] = "spec";
constexpr char kMetrics[] = "metrics";
// A job whose description is being written.
constexpr char kNew[] = ".new-";
constexpr int64_t kLongestLine = 4096;

void MakeFolder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  PADDLE_ENFORCE(!error, Unavailable, "making the folder ", path, ": ",
                 error.message());
}

// Returns a name that no other process, of any machine, makes.
std::string NewName(const std::string& id) {
  std::random_device random;
  return absl::StrCat(kNew, id, "-", getpid(), "-", absl::Hex(random()));
}

// Writes a description in a folder that is then renamed; false if there is such
// a folder with files.
bool Publish(const std::string& jobs, const std::string& made,
             const std::string& folder, const proto::JobSpec& spec) {
  MakeFolder(made);
  platform::AtomicWriteFile(absl::StrCat(made, "/", kSpec),
                            spec.SerializeAsString());
  std::error_code error;
  fs::rename(made, folder, error);
  if (error == std::errc::directory_not_empty ||
      error == std::errc::file_exists) {
    return false;
  }
  PADDLE_ENFORCE(!error, Unavailable, "making the folder ", folder, ": ",
                 error.message());
  framework::SyncFolder(jobs);
  return true;
}

// Returns a line of a file that anyone may have written, as text that a message
// can hold.
std::string Printable(absl::string_view line) {
  std::string text(line);
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return c != '\t' && !absl::ascii_isprint(c); }, '?');
  return text;
}

// Files may vanish while they are looked at: a checkpoint does.
void List(const fs::path& folder, proto::FileList* files) {
  std::error_code error;
  fs::recursive_directory_iterator each(folder, error), end;
  while (!error && each != end) {
    std::error_code gone;
    if (each->is_regular_file(gone) && !each->is_symlink(gone)) {
      const auto bytes = each->file_size(gone);
      proto::ListedFile* file = gone ? nullptr : files->add_files();
      if (file != nullptr) {
        file->set_name(each->path().lexically_relative(folder));
        file->set_bytes(static_cast<int64_t>(bytes));
      }
    }
    each.increment(error);
  }
}

}  // namespace

JobFolders::JobFolders(std::string root) : root_(std::move(root)) {
  MakeFolder(root_ + "/data");
  MakeFolder(root_ + "/jobs");
}

std::string JobFolders::FolderOf(const std::string& id) const {
  CheckRelativeName(id);
  PADDLE_ENFORCE(!absl::StrContains(id, '/') && !absl::StartsWith(id, kNew),
                 InvalidArgument, "'", id, "' is no id of a job");
  return absl::StrCat(root_, "/jobs/", id);
}

void JobFolders::Add(const std::string& id, const proto::JobSpec& spec) const {
  const std::string folder = FolderOf(id);
  const std::string jobs = root_ + "/jobs";
  const std::string made = absl::StrCat(jobs, "/", NewName(id));
  bool published = false;
  std::string failure;
  try {
    published = Publish(jobs, made, folder, spec);
  } catch (const platform::Error& error) {
    failure = error.message();
  }
  std::error_code ignored;
  if (!published) fs::remove_all(made, ignored);
  PADDLE_ENFORCE(failure.empty(), ResourceExhausted, "the job '", id,
                 "' cannot be kept: ", failure);
  PADDLE_ENFORCE(published, AlreadyExists, "there is a job '", id, "'");
}

proto::JobSpec JobFolders::SpecOf(const std::string& id) const {
  const std::string path = absl::StrCat(FolderOf(id), "/", kSpec);
  proto::JobSpec spec;
  PADDLE_ENFORCE(spec.ParseFromString(platform::ReadFile(path)), DataLoss, path,
                 " holds no description of a job");
  return spec;
}

std::string JobFolders::LogOf(const std::string& id, int attempt,
                              const std::string& process) const {
  const std::string folder = absl::StrCat(FolderOf(id), "/logs");
  MakeFolder(folder);
  return absl::StrCat(folder, "/", attempt, "-", process);
}

proto::FileList JobFolders::FilesOf(const std::string& id) const {
  const std::string folder = FolderOf(id);
  PADDLE_ENFORCE(fs::is_directory(folder), NotFound, "there is no job '", id,
                 "'");
  proto::FileList files;
  List(folder, &files);
  std::sort(files.mutable_files()->begin(), files.mutable_files()->end(),
            [](const auto& a, const auto& b) { return a.name() < b.name(); });
  return files;
}

std::string JobFolders::Read(const std::string& id, const std::string& name,
                             int64_t offset, int64_t most) const {
  PADDLE_ENFORCE(offset >= 0, OutOfRange, "the offset ", offset, " in ", name);
  const std::string path = FileBelow(FolderOf(id), name);
  std::ifstream file(path, std::ios::binary);
  std::string bytes(most, '\0');
  file.seekg(offset);
  file.read(bytes.data(), most);
  bytes.resize(std::max<int64_t>(file.gcount(), 0));
  return bytes;
}

std::string JobFolders::ProgressOf(const std::string& id) const {
  const std::string path = absl::StrCat(FolderOf(id), "/", kMetrics);
  std::error_code error;
  const auto size = static_cast<int64_t>(fs::file_size(path, error));
  if (error || size == 0) return "";
  const int64_t begin = std::max<int64_t>(size - kLongestLine, 0);
  const std::string text = Read(id, kMetrics, begin, size - begin);
  // The last one may be unfinished, and the first one cut.
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  const size_t cut = begin > 0 ? 1 : 0;
  return lines.size() < 2 + cut ? "" : Printable(lines[lines.size() - 2]);
}

}  // namespace paddle::distributed
