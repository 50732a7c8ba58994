#include "paddle/platform/place.h"

#include <sstream>

#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

TEST(Place, Prints) {
  std::ostringstream out;
  out << CPUPlace() << " " << CUDAPlace(1) << " "
      << Place(PlaceKind::kCUDAPinned);
  EXPECT_EQ(out.str(), "CPU CUDA:1 CUDAPinned");
}

TEST(Place, ComparesKindAndDevice) {
  EXPECT_EQ(Place(), CPUPlace());
  EXPECT_NE(CPUPlace(), CUDAPlace(0));
  EXPECT_NE(CUDAPlace(0), CUDAPlace(1));
  EXPECT_TRUE(CUDAPlace(1).is_cuda());
  EXPECT_FALSE(CUDAPlace(1).is_cpu());
  EXPECT_EQ(CUDAPlace(1).device(), 1);
}

}  // namespace
}  // namespace paddle::platform
