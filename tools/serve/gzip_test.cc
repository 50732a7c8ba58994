#include "paddle/tools/serve/gzip.h"

#include <gtest/gtest.h>

#include "paddle/platform/testing/expect_error.h"

namespace paddle::serve {
namespace {

TEST(GzipTest, ComesBack) {
  for (const size_t size : {0, 1, 70000, 1000000}) {
    std::string text(size, 'a');
    for (size_t i = 0; i < size; i += 7) text[i] = static_cast<char>(i * i);
    EXPECT_EQ(Gunzip(Gzip(text), size), text);
  }
}

TEST(GzipTest, RefusesWhatIsNotOneStream) {
  const std::string good = Gzip("text");
  EXPECT_ERROR(Gunzip("text", 100), InvalidArgument, "Content-Encoding");
  EXPECT_ERROR(Gunzip("", 100), InvalidArgument, "Content-Encoding");
  EXPECT_ERROR(Gunzip(good.substr(0, good.size() - 1), 100), InvalidArgument,
               "Content-Encoding");
  EXPECT_ERROR(Gunzip(good + "x", 100), InvalidArgument, "Content-Encoding");
  std::string damaged = good;
  damaged[damaged.size() - 5] ^= 1;  // of the checksum
  EXPECT_ERROR(Gunzip(damaged, 100), InvalidArgument, "Content-Encoding");
}

// Refused before a byte of them is read.
TEST(GzipTest, RefusesSizesThatZlibCannotCount) {
  const absl::string_view huge("x", (size_t{1} << 31) + 1);
  EXPECT_ERROR(Gzip(huge), OutOfRange,
               "2147483649 bytes, more than 2147483648");
  EXPECT_ERROR(Gunzip(huge, 100), OutOfRange, "2147483649 bytes, more than");
}

TEST(GzipTest, IsAcceptedUnlessItsWeightIsZero) {
  for (const char* header : {"gzip", "br, GZIP", "deflate;q=0.5,gzip ; q=0.01",
                             "x-gzip", "gzip;q=1"}) {
    EXPECT_TRUE(AcceptsGzip(header)) << header;
  }
  for (const char* header : {"", "br", "gzip;q=0", "gzip; Q=0.000", "ungzip",
                             "identity, gzip;q=0.0"}) {
    EXPECT_FALSE(AcceptsGzip(header)) << header;
  }
}

TEST(GzipTest, StopsAtTheLimit) {
  const std::string bomb = Gzip(std::string(50 << 20, ' '));
  EXPECT_LT(bomb.size(), 1 << 20);
  EXPECT_ERROR(Gunzip(bomb, 1 << 20), OutOfRange, "more than 1048576 bytes");
}

}  // namespace
}  // namespace paddle::serve
