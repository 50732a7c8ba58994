#include "paddle/platform/emulated_memory.h"

#include <cstdint>
#include <cstring>

#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

TEST(EmulatedMemory, IsReusedAndNeverZeroAtFirst) {
  char* first = static_cast<char*>(NewEmulatedMemory(100));
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % 64, 0u);
  {
    const EmulatedMemoryAccess access;
    EXPECT_EQ(static_cast<unsigned char>(first[99]), 0xA5);
    first[99] = 1;
  }
  char* second = static_cast<char*>(NewEmulatedMemory(1));
  EXPECT_GE(second, first + 128);
  DeleteEmulatedMemory(first, 100);
  EXPECT_EQ(NewEmulatedMemory(128), first);
  DeleteEmulatedMemory(second, 1);
  DeleteEmulatedMemory(first, 128);
  EXPECT_EQ(NewEmulatedMemory(size_t{1} << 40), nullptr);
}

TEST(EmulatedMemory, KeepsItsContentsAndIsOpenWhileAnyoneNeedsIt) {
  char* data = static_cast<char*>(NewEmulatedMemory(8));
  {
    const EmulatedMemoryAccess outer;
    {
      const EmulatedMemoryAccess inner;
      std::memset(data, 7, 8);
    }
    EXPECT_EQ(data[7], 7);
  }
  const EmulatedMemoryAccess later;
  EXPECT_EQ(data[0], 7);
  DeleteEmulatedMemory(data, 8);
}

TEST(EmulatedMemoryDeathTest, TheHostMayNotTouchIt) {
  auto* data = static_cast<volatile char*>(NewEmulatedMemory(8));
  EXPECT_DEATH(data[0] = 1, "");
}

#ifdef __SANITIZE_ADDRESS__
TEST(EmulatedMemoryDeathTest, CodeOfTheGPUStaysWithinWhatIsTaken) {
  auto* data = static_cast<volatile char*>(NewEmulatedMemory(9));
  const EmulatedMemoryAccess access;
  data[8] = 1;
  EXPECT_DEATH(data[9] = 1, "use-after-poison");
  EXPECT_DEATH(data[127] = 1, "use-after-poison");
  DeleteEmulatedMemory(const_cast<char*>(data), 9);
  EXPECT_DEATH(data[0] = 1, "use-after-poison");
}
#endif

}  // namespace
}  // namespace paddle::platform
