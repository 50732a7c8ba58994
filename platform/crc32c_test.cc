#include "paddle/platform/crc32c.h"

#include <string>

#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

// The examples of RFC 3720, B.4, and the usual check value.
TEST(Crc32c, KnownAnswers) {
  EXPECT_EQ(Crc32c("", 0), 0u);
  EXPECT_EQ(Crc32c("123456789", 9), 0xE3069283u);
  EXPECT_EQ(Crc32c(std::string(32, '\0').data(), 32), 0x8A9136AAu);
  EXPECT_EQ(Crc32c(std::string(32, '\xff').data(), 32), 0x62A8AB43u);
}

TEST(Crc32c, PieceByPiece) {
  const std::string text = "the quick brown fox jumps over the lazy dog";
  const uint32_t whole = Crc32c(text.data(), text.size());
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    const uint32_t first = Crc32c(text.data(), cut);
    EXPECT_EQ(Crc32c(text.data() + cut, text.size() - cut, first), whole);
  }
}

TEST(Crc32c, SeesEveryBit) {
  std::string text(100, 'x');
  const uint32_t before = Crc32c(text.data(), text.size());
  for (size_t bit = 0; bit < 8 * text.size(); ++bit) {
    text[bit / 8] ^= static_cast<char>(1 << bit % 8);
    EXPECT_NE(Crc32c(text.data(), text.size()), before);
    text[bit / 8] ^= static_cast<char>(1 << bit % 8);
  }
}

}  // namespace
}  // namespace paddle::platform
