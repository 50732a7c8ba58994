#include "paddle/platform/manifest.h"

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::platform {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::HasSubstr;

class ManifestTest : public testing::Test {
 protected:
  ManifestTest() {
    fs::create_directories(Path("below/twice"));
    Write("a file", "123456789");
    Write("empty", "");
    Write("below/twice/b", std::string(5000, 'b'));
  }

  std::string Path(const std::string& name) const { return folder_.Path(name); }
  std::string Folder() const { return fs::path(Path(".")).parent_path(); }
  // Unlike AtomicWriteFile it does not wait for the disk.
  void Write(const std::string& name, const std::string& bytes) const {
    std::ofstream(Path(name), std::ios::binary) << bytes;
  }
  std::string Fault() const {
    return MessageOf([this] { CheckManifest(Folder()); });
  }
  std::map<std::string, std::string> Files() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(Folder())) {
      if (!entry.is_regular_file()) continue;
      files[fs::relative(entry.path(), Folder())] = ReadFile(entry.path());
    }
    return files;
  }

 private:
  const TemporaryFolder folder_;
};

TEST_F(ManifestTest, WholeFoldersPass) {
  EXPECT_FALSE(HasManifest(Folder()));
  WriteManifest(Folder());
  EXPECT_TRUE(HasManifest(Folder()));
  CheckManifest(Folder());
  // Known: the CRC-64 of the digits.
  EXPECT_THAT(
      ReadFile(Path(kManifestFile)),
      AllOf(HasSubstr("paddle manifest 1\n995dc9bbdf1939fa 9 a file\n"),
            HasSubstr(" 5000 below/twice/b\n0000000000000000 0 empty\nend ")));
}

TEST_F(ManifestTest, AnEmptyFolderHasOne) {
  fs::create_directory(Path("none"));
  WriteManifest(Path("none"));
  CheckManifest(Path("none"));
}

TEST_F(ManifestTest, LinesOfSeveralWritersMakeTheSame) {
  WriteManifest(Folder());
  const std::string whole = ReadFile(Path(kManifestFile));
  Write(kManifestFile, "");
  WriteManifest(Folder(), {ManifestLine(Folder(), "empty"),
                           ManifestLine(Folder(), "below/twice/b"),
                           ManifestLine(Folder(), "a file")});
  EXPECT_EQ(ReadFile(Path(kManifestFile)), whole);
  EXPECT_ERROR(ManifestLine(Folder(), "two\nlines"), InvalidArgument,
               "line break");
  EXPECT_ERROR(ManifestLine(Folder(), "none"), NotFound, Path("none"));
}

TEST_F(ManifestTest, EveryFlippedBitIsFound) {
  WriteManifest(Folder());
  int flipped = 0;
  for (const auto& [name, bytes] : Files()) {
    const size_t step = bytes.size() > 1000 ? 97 : 1;
    for (size_t bit = 0; bit < 8 * bytes.size(); bit += step) {
      std::string damaged = bytes;
      damaged[bit / 8] ^= static_cast<char>(1 << bit % 8);
      Write(name, damaged);
      EXPECT_THAT(Fault(), AllOf(HasSubstr("DataLoss"), HasSubstr(Path(name))));
      ++flipped;
    }
    Write(name, bytes);
  }
  EXPECT_GT(flipped, 1000);
  CheckManifest(Folder());
}

TEST_F(ManifestTest, EveryOtherLengthIsFound) {
  WriteManifest(Folder());
  for (const auto& [name, bytes] : Files()) {
    for (size_t size = 0; size < bytes.size(); ++size) {
      Write(name, bytes.substr(0, size));
      EXPECT_THAT(Fault(), AllOf(HasSubstr("DataLoss"), HasSubstr(Path(name))));
    }
    Write(name, bytes + "\n");
    EXPECT_THAT(Fault(), AllOf(HasSubstr("DataLoss"), HasSubstr(Path(name))));
    Write(name, bytes);
  }
  CheckManifest(Folder());
}

TEST_F(ManifestTest, EveryMissingFileIsFound) {
  WriteManifest(Folder());
  for (const auto& [name, bytes] : Files()) {
    fs::remove(Path(name));
    EXPECT_THAT(Fault(),
                AllOf(AnyOf(HasSubstr("it is missing"), HasSubstr("NotFound")),
                      HasSubstr(Path(name))));
    Write(name, bytes);
  }
}

TEST_F(ManifestTest, WhatIsNoFileIsNamed) {
  WriteManifest(Folder());
  for (const std::string name : {"a file", kManifestFile}) {
    fs::remove(Path(name));
    ASSERT_EQ(mkfifo(Path(name).c_str(), 0600), 0);
    EXPECT_ERROR(CheckManifest(Folder()), Unavailable, Path(name));
    fs::remove(Path(name));
    fs::create_directory(Path(name));
    EXPECT_ERROR(CheckManifest(Folder()), Unavailable, Path(name));
  }
}

TEST_F(ManifestTest, OtherFilesAreLeftAlone) {
  WriteManifest(Folder());
  Write("later", "1");
  CheckManifest(Folder());
}

TEST_F(ManifestTest, OneCannotBeWrittenTwice) {
  WriteManifest(Folder());
  EXPECT_ERROR(WriteManifest(Folder()), InvalidArgument, "manifest already");
}

TEST_F(ManifestTest, WhatCannotBeListedIsRefused) {
  Write("two\nlines", "1");
  EXPECT_ERROR(WriteManifest(Folder()), InvalidArgument, "line break");
  fs::remove(Path("two\nlines"));
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  EXPECT_ERROR(WriteManifest(Folder()), Unavailable, "not a regular file");
  EXPECT_FALSE(HasManifest(Folder()));
}

TEST_F(ManifestTest, AHugeFileOfThatNameIsNotRead) {
  Write(kManifestFile, "paddle manifest 1\n");
  fs::resize_file(Path(kManifestFile), uint64_t{1} << 40);
  EXPECT_ERROR(CheckManifest(Folder()), DataLoss, "this is no manifest");
}

}  // namespace
}  // namespace paddle::platform
