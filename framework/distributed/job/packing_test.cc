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
  }
}

}  // namespace
}  // namespace paddle::distributed
