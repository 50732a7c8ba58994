// Makes a folder for the files of one test.
#pragma once

#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>

#include "gtest/gtest.h"

namespace paddle::platform {

// A folder named after the running test; empty at first, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const auto& test = *::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::path(::testing::TempDir()) /
            (std::string(test.test_suite_name()) + "." + test.name());
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // Returns the path of a file in the folder, or of the folder itself for "".
  std::string Path(const std::string& name) const { return path_ / name; }
  // Returns the number of files and folders in it.
  int Entries() const {
    using Iterator = std::filesystem::directory_iterator;
    return static_cast<int>(std::distance(Iterator(path_), Iterator()));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace paddle::platform
