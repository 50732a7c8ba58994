#include "paddle/platform/random_access_file.h"

#include <filesystem>
#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::platform {
namespace {

std::string Piece(const RandomAccessFile& file, uint64_t offset, size_t size) {
  std::string piece(size, '?');
  file.Read(offset, size, &piece[0]);
  return piece;
}

TEST(RandomAccessFileTest, ReadsPiecesInAnyOrder) {
  const TemporaryFolder folder;
  AtomicWriteFile(folder.Path("f"), "abcdef");
  const RandomAccessFile file(folder.Path("f"));
  EXPECT_EQ(file.size(), 6u);
  EXPECT_EQ(Piece(file, 4, 2), "ef");
  EXPECT_EQ(Piece(file, 0, 3), "abc");
  EXPECT_EQ(Piece(file, 6, 0), "");
}

TEST(RandomAccessFileTest, NothingOutsideIsRead) {
  const TemporaryFolder folder;
  AtomicWriteFile(folder.Path("f"), "abcdef");
  const RandomAccessFile file(folder.Path("f"));
  EXPECT_ERROR(Piece(file, 4, 3), OutOfRange, "3 bytes from byte 4 of 6");
  EXPECT_ERROR(Piece(file, ~uint64_t{0}, 3), OutOfRange, file.path());
}

TEST(RandomAccessFileTest, AFileThatShrinksIsTold) {
  const TemporaryFolder folder;
  AtomicWriteFile(folder.Path("f"), "abcdef");
  const RandomAccessFile file(folder.Path("f"));
  std::filesystem::resize_file(folder.Path("f"), 2);
  EXPECT_ERROR(Piece(file, 0, 6), Unavailable, "it ends at byte 2");
}

TEST(RandomAccessFileTest, WhatIsNoFileIsNamed) {
  const TemporaryFolder folder;
  EXPECT_ERROR(RandomAccessFile(folder.Path("none")), NotFound, "none");
  EXPECT_ERROR(RandomAccessFile(folder.Path("")), Unavailable,
               "not a regular file");
}

}  // namespace
}  // namespace paddle::platform
