#include "paddle/platform/crc64.h"

#include <cstring>
#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/crc32c.h"

namespace paddle::platform {
namespace {

uint64_t SumOf(const std::string& text, uint64_t previous = 0) {
  return Crc64(text.data(), text.size(), previous);
}

// The check value of CRC-64/XZ.
TEST(Crc64, KnownValues) {
  EXPECT_EQ(SumOf("123456789"), 0x995DC9BBDF1939FAu);
  EXPECT_EQ(SumOf(""), 0u);
}

// The definition: a division, bit by bit.
uint64_t Defined(const std::string& text) {
  uint64_t crc = ~uint64_t{0};
  for (const unsigned char byte : text) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xC96C5795D7870F42u : 0);
    }
  }
  return ~crc;
}

std::string Bytes(size_t size) {
  std::string bytes;
  uint32_t state = 1;
  for (size_t i = 0; i < size; ++i) {
    state = state * 1664525 + 1013904223;
    bytes.push_back(static_cast<char>(state >> 24));
  }
  return bytes;
}

// Sizes around those of the blocks that are summed at once.
TEST(Crc64, IsTheDefinedOne) {
  const std::string bytes = Bytes(300);
  for (size_t size = 0; size <= bytes.size(); ++size) {
    const std::string text = bytes.substr(bytes.size() - size);
    EXPECT_EQ(SumOf(text), Defined(text)) << size;
  }
}

TEST(Crc64, PiecesOfAnySize) {
  const std::string text = Bytes(200);
  for (size_t size = 0; size <= text.size(); ++size) {
    const uint64_t start = SumOf(text.substr(0, size));
    EXPECT_EQ(SumOf(text.substr(size), start), SumOf(text)) << size;
  }
}

// Why files are not summed with CRC-32C once more.
TEST(Crc64, TellsBytesWithChecksumsApart) {
  const auto with_sum = [](std::string bytes) {
    const uint32_t sum = Crc32c(bytes.data(), bytes.size());
    return bytes.append(reinterpret_cast<const char*>(&sum), sizeof(sum));
  };
  const std::string one = with_sum("one"), two = with_sum("two");
  EXPECT_EQ(Crc32c(one.data(), one.size()), Crc32c(two.data(), two.size()));
  EXPECT_NE(SumOf(one), SumOf(two));
}

}  // namespace
}  // namespace paddle::platform
