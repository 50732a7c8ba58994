#include "paddle/framework/tensor/mapped_elements.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/file.h"
#include "paddle/platform/file_mapping.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::framework {
namespace {

TEST(MappedElementsTest, KeepTheFileMapped) {
  const platform::TemporaryFolder folder;
  platform::AtomicWriteFile(folder.Path("w"), "0123456789");
  Tensor tensor;
  {
    const auto file =
        std::make_shared<const platform::FileMapping>(folder.Path("w"));
    tensor.Bind(MappedElements(file, 4, 3), 0, {3}, DataType::kUInt8);
  }
  EXPECT_EQ(tensor.data<uint8_t>()[0], '4');
  tensor.mutable_data<uint8_t>()[2] = 'x';
  EXPECT_EQ(platform::ReadFile(folder.Path("w")), "0123456789");
}

TEST(MappedElementsTest, AreInsideOfTheMapping) {
  const platform::TemporaryFolder folder;
  platform::AtomicWriteFile(folder.Path("w"), "0123456789");
  const auto file =
      std::make_shared<const platform::FileMapping>(folder.Path("w"));
  EXPECT_ERROR(MappedElements(file, 8, 3), OutOfRange,
               "3 bytes from byte 8 on of a mapping of 10");
  EXPECT_ERROR(MappedElements(file, 11, 0), OutOfRange, "of 10");
}

}  // namespace
}  // namespace paddle::framework
