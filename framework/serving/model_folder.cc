#include "paddle/framework/serving/model_folder.h"

#include <filesystem>
#include <set>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"
#include "paddle/platform/manifest.h"

namespace paddle::serving {

namespace fs = std::filesystem;

std::vector<std::string> FoldersIn(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator each(folder, error);
  while (!error && each != fs::directory_iterator()) {
    const std::string name = each->path().filename().string();
    std::error_code unknown;
    if (name[0] != '.' && each->is_directory(unknown)) names.push_back(name);
    each.increment(error);
  }
  PADDLE_ENFORCE(!error, Unavailable, "the folder of models ", folder,
                 " cannot be read: ", error.message());
  return names;
}

std::vector<int64_t> VersionsIn(const std::string& folder) {
  std::vector<int64_t> versions;
  for (const std::string& name : FoldersIn(folder)) {
    int64_t version = 0;
    // Others, such as 01, would be two folders of one version.
    if (absl::SimpleAtoi(name, &version) && version > 0 &&
        absl::StrCat(version) == name) {
      versions.push_back(version);
    }
  }
  return versions;
}

std::string FileOrNothing(const std::string& path) {
  std::error_code unknown;
  return fs::exists(path, unknown) ? platform::ReadFile(path) : "";
}

// A folder that was exchanged has another manifest or, if it has none, other
// times.
std::string IdentityOf(const std::string& folder, const std::string& config) {
  std::string identity = config;
  if (platform::HasManifest(folder)) {
    absl::StrAppend(&identity, "\n",
                    platform::ReadFile(folder + "/" + platform::kManifestFile));
  } else {
    std::error_code unknown;
    for (const char* file : {"/program", "/parameters"}) {
      const auto time = fs::last_write_time(folder + file, unknown);
      absl::StrAppend(&identity, "\n", time.time_since_epoch().count());
    }
  }
  return identity;
}

std::string FilesIn(const std::string& folder) {
  std::set<std::string> files;
  std::error_code error;
  fs::directory_iterator each(folder, error);
  while (!error && each != fs::directory_iterator()) {
    std::error_code unknown;
    const auto time = each->last_write_time(unknown);
    files.insert(absl::StrCat(each->path().string(), " ",
                              each->file_size(unknown), " ",
                              time.time_since_epoch().count()));
    each.increment(error);
  }
  return absl::StrJoin(files, "\n");
}

}  // namespace paddle::serving
