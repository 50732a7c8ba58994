#include "paddle/framework/distributed/store/file_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::distributed {
namespace {

// Names of files that belong to no key have a '%' before something that is no
// number.
constexpr char kTemporary[] = "%temporary";
constexpr char kLock[] = "%lock";
constexpr size_t kLongestName = 255;

[[noreturn]] void Fail(const char* what, const std::string& path) {
  PADDLE_THROW(Unavailable, what, " ", path, ": ", strerror(errno));
}

// Returns a name that no other key has; "%" for the empty key.
std::string NameOf(const std::string& key) {
  std::string name;
  for (const char byte : key) {
    if (absl::ascii_isalnum(byte) || byte == '-' || byte == '_') {
      name += byte;
    } else {
      absl::StrAppend(&name, "%", absl::BytesToHexString({&byte, 1}));
    }
  }
  PADDLE_ENFORCE(
      name.size() <= kLongestName, InvalidArgument,
      "a key of a store of files is too long: ", absl::CHexEscape(key));
  return name.empty() ? "%" : name;
}

// A file that is closed and removed again, unless it is given its name.
class NewFile {
 public:
  explicit NewFile(const std::string& folder) {
    static std::atomic<uint64_t> number{0};
    do {  // another machine may have a process of this number
      path_ = absl::StrCat(folder, "/", kTemporary, "-", getpid(), "-",
                           number.fetch_add(1));
      descriptor_ =
          open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EEXIST);
    if (descriptor_ < 0) Fail("writing", path_);
  }
  ~NewFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!renamed_) unlink(path_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void Write(const std::string& bytes) {
    for (size_t done = 0; done < bytes.size();) {
      const ssize_t count =
          write(descriptor_, bytes.data() + done, bytes.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) Fail("writing", path_);
      done += count;
    }
  }

  void Rename(const std::string& path) {
    // Remote file systems may say only here that a disk is full.
    if (close(std::exchange(descriptor_, -1)) != 0) Fail("writing", path);
    if (std::rename(path_.c_str(), path.c_str()) != 0) Fail("writing", path);
    renamed_ = true;
  }

 private:
  std::string path_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

// A lock that one thread of all processes has at a time.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder) {
    const std::string path = absl::StrCat(folder, "/", kLock);
    descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) Fail("locking", path);
    int result;
    do {
      result = flock(descriptor_, LOCK_EX);
    } while (result != 0 && errno == EINTR);
    if (result != 0) {
      close(descriptor_);
      Fail("locking", path);
    }
  }
  ~FolderLock() { close(descriptor_); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

class FileStore final : public Store {
 public:
  explicit FileStore(const std::string& folder) : folder_(folder) {
    platform::CheckFileName(folder);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    PADDLE_ENFORCE(std::filesystem::is_directory(folder), Unavailable,
                   "the folder of a store, ", folder,
                   ", cannot be made: ", error.message());
  }

  void Set(const std::string& key, const std::string& value) override {
    const std::string path = PathOf(key);
    NewFile file(folder_);
    file.Write(value);
    file.Rename(path);
  }

  absl::optional<std::string> Get(const std::string& key) override {
    try {
      return platform::ReadFile(PathOf(key));
    } catch (const platform::Error& error) {
      if (error.code() == platform::ErrorCode::kNotFound) return absl::nullopt;
      throw;
    }
  }

  void Delete(const std::string& key) override {
    const std::string path = PathOf(key);
    if (unlink(path.c_str()) != 0 && errno != ENOENT) Fail("removing", path);
  }

  int64_t Add(const std::string& key, int64_t delta) override {
    FolderLock lock(folder_);
    const absl::optional<std::string> before = Get(key);
    int64_t sum = 0;
    PADDLE_ENFORCE(!before.has_value() || absl::SimpleAtoi(*before, &sum),
                   InvalidArgument, PathOf(key), " holds no number");
    PADDLE_ENFORCE(!__builtin_add_overflow(sum, delta, &sum), InvalidArgument,
                   PathOf(key), " holds too large a number");
    Set(key, absl::StrCat(sum));
    return sum;
  }

  std::vector<std::string> Wait(const std::vector<std::string>& keys,
                                Deadline deadline) override;

 private:
  std::string PathOf(const std::string& key) const {
    return absl::StrCat(folder_, "/", NameOf(key));
  }

  const std::string folder_;
};

std::vector<std::string> FileStore::Wait(const std::vector<std::string>& keys,
                                         Deadline deadline) {
  std::vector<absl::optional<std::string>> values(keys.size());
  auto pause = std::chrono::microseconds(1000);
  while (true) {
    const auto now = std::chrono::steady_clock::now();
    std::vector<std::string> missing;
    for (size_t i = 0; i < keys.size(); ++i) {
      if (!values[i].has_value()) values[i] = Get(keys[i]);
      if (!values[i].has_value()) missing.push_back(absl::CHexEscape(keys[i]));
    }
    if (missing.empty()) break;
    PADDLE_ENFORCE(now < deadline, Unavailable, "nobody has set ",
                   absl::StrJoin(missing, ", "), " in the store ", folder_,
                   " in time");
    std::this_thread::sleep_until(std::min<Deadline>(
        deadline, now + std::exchange(pause, pause * 3 / 2)));
    pause = std::min(pause, std::chrono::microseconds(50000));
  }
  std::vector<std::string> result;
  for (absl::optional<std::string>& value : values) {
    result.push_back(*std::move(value));
  }
  return result;
}

}  // namespace

std::unique_ptr<Store> NewFileStore(const std::string& folder) {
  return std::make_unique<FileStore>(folder);
}

}  // namespace paddle::distributed
