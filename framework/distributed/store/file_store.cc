#include "paddle/framework/distributed/store/file_store.h"

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/distributed/store/folder_files.h"
#include "paddle/framework/distributed/store/look_pause.h"
#include "paddle/framework/distributed/store/stored_number.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::distributed {
namespace {

constexpr size_t kLongestName = 255;

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

class FileStore final : public Store {
 public:
  explicit FileStore(const std::string& folder) : folder_(folder) {
    MakeStoreFolder(folder);
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
    if (unlink(path.c_str()) != 0 && errno != ENOENT) FailAt("removing", path);
  }

  int64_t Add(const std::string& key, int64_t delta) override {
    FolderLock lock(folder_);
    const int64_t sum = SumOf(Get(key).value_or("0"), delta, PathOf(key));
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
  LookPause pause;
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
    pause.Sleep(now, deadline);
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
