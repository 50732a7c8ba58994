#include "paddle/framework/distributed/job/packing.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

TEST(Packing, KeepsNumbersAndTexts) {
  const std::vector<std::string> texts = {"", std::string("\0a", 2)};
  Packer packer;
  packer.Number(-7);
  packer.Text("b");
  packer.Texts(texts);
  const std::string bytes = packer.Take();
  Unpacker unpacker(bytes, "a test");
  EXPECT_EQ(unpacker.Number(), -7);
  EXPECT_EQ(unpacker.Text(), "b");
  EXPECT_EQ(unpacker.Texts(), texts);
  EXPECT_ERROR(unpacker.Number(), DataLoss, "a test ends too early");
  EXPECT_EQ(packer.Take(), "");
}

TEST(Packing, RefusesSizesThatCannotBe) {
  for (int64_t size : {int64_t{-1}, int64_t{3}, int64_t{1} << 62}) {
    Packer packer;
    packer.Number(size);
    packer.Number(0);
    const std::string bytes = packer.Take().substr(0, 10);
    EXPECT_ERROR(Unpacker(bytes, "a test").Text(), DataLoss, "too early");
    EXPECT_ERROR(Unpacker(bytes, "a test").Texts(), DataLoss,
                 "a test ends too early: it has 0 of ");
  }
}

TEST(Packing, RefusesWhatIsNoFlag) {
  Packer packer;
  for (const int64_t flag : {0, 1, 2}) packer.Number(flag);
  const std::string bytes = packer.Take();
  Unpacker unpacker(bytes, "a test");
  EXPECT_FALSE(unpacker.Flag());
  EXPECT_TRUE(unpacker.Flag());
  EXPECT_ERROR(unpacker.Flag(), DataLoss, "a test has 2 where 0 or 1 must be");
}

TEST(Packing, EndsWithTheBytes) {
  const std::string bytes(11, 'x');
  Unpacker unpacker(bytes, "a test");
  unpacker.Number();
  EXPECT_ERROR(unpacker.End(), DataLoss, "a test has 3 bytes behind its end");
  const std::string none;
  Unpacker(none, "a test").End();
}

}  // namespace
}  // namespace paddle::distributed
