// The generated paddle/<folder>/version.h.
#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/executor/version.h"
#include "paddle/framework/ir/version.h"
#include "paddle/platform/version.h"

namespace paddle::version {
namespace {

// A dependent may ask before it compiles, ...
#if !defined(PADDLE_PLATFORM_VERSION) || PADDLE_PLATFORM_VERSION < 1
#error "paddle/platform/version.h defines no version"
#endif

// ... while it compiles, ...
static_assert(framework_ir::kMajor * 1000000 + framework_ir::kMinor * 1000 +
                      framework_ir::kPatch ==
                  PADDLE_FRAMEWORK_IR_VERSION,
              "the macro and the constants are one version");

template <typename... Parts>
std::string Joined(Parts... parts) {
  std::string text;
  ((text += (text.empty() ? "" : ".") + std::to_string(parts)), ...);
  return text;
}

// ... and when it runs.
TEST(VersionHeader, TheTextIsTheNumbers) {
  EXPECT_EQ(platform::kString,
            Joined(platform::kMajor, platform::kMinor, platform::kPatch));
  EXPECT_EQ(
      framework_ir::kString,
      Joined(framework_ir::kMajor, framework_ir::kMinor, framework_ir::kPatch));
  EXPECT_EQ(framework_executor::kString,
            Joined(framework_executor::kMajor, framework_executor::kMinor,
                   framework_executor::kPatch));
}

}  // namespace
}  // namespace paddle::version
