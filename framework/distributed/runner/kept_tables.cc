#include "paddle/framework/distributed/runner/kept_tables.h"

#include <unistd.h>

#include <filesystem>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/distributed/table/table_library.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

namespace fs = std::filesystem;

constexpr char kTablePrefix[] = "table-";

// Returns a name as that of a file.
std::string FileNameOf(absl::string_view name) {
  std::string file;
  for (const char c : name) {
    if (absl::ascii_isalnum(c) || absl::StrContains("._-", c)) {
      file += c;
    } else {
      absl::StrAppend(
          &file, "%",
          absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
    }
  }
  return file;
}

}  // namespace

TableFactory TablesIn(const std::string& folder, const std::string& library) {
  return [=](const std::string& name, std::vector<TableColumn> columns) {
    PADDLE_ENFORCE(
        !absl::StrContains(library, '/') ||
            ::access(library.c_str(), R_OK) == 0,
        FailedPrecondition, library,
        " does not exist: a server that keeps the "
        "rows of the table '",
        name,
        "' on the disk needs libpaddle_rocksdb.so; PADDLE_ROCKSDB_LIBRARY says "
        "where it is");
    return NewTableByLibrary(
        LoadTableLibrary(library),
        absl::StrCat(folder, "/", kTablePrefix, FileNameOf(name)),
        std::move(columns));
  };
}

void RemoveTables(const std::string& folder) {
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (absl::StartsWith(name, kTablePrefix)) fs::remove_all(entry.path());
    }
  } catch (const fs::filesystem_error& error) {
    PADDLE_THROW(ResourceExhausted, "removing the tables in ", folder, ": ",
                 error.what());
  }
}

}  // namespace paddle::distributed
