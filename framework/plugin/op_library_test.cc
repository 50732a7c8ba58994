#include "paddle/framework/plugin/op_library.h"

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/layers/layers.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/testing/op_test.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::framework {
namespace {

using operators::testing::OpCase;
using operators::testing::OpValues;
using operators::testing::Random;

const std::string kFolder = "framework/plugin/";

TEST(OpLibraryTest, TheLibraryOfTheReadme) {
  LoadOpLibrary(kFolder + "soft_clip.so");
  OpCase("soft_clip")
      .Input("X", Random({3, 5}).In(-3, 3))
      .Attr("limit", 1.5)
      .Reference([](OpValues& v) {
        const double limit = v.Attr<double>("limit");
        v.Out("Out") = v.In("X").Map(
            [=](double x) { return limit * std::tanh(x / limit); });
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
  OpCase("soft_clip")
      .Input("X", Random({3, 5}))
      .Attr("limit", 0.0)
      .ExpectError("attribute limit of operator soft_clip is 0");
}

TEST(OpLibraryTest, AShapeOfItsOwn) {
  LoadOpLibrary(kFolder + "outer_product.so");
  const auto reference = [](OpValues& v) {
    const auto& x = v.In("X");
    const auto& y = v.In("Y");
    auto& out = v.Out("Out");
    const int64_t m = x.dims[1], n = y.dims[1];
    for (int64_t i = 0; i < out.numel(); ++i) {
      const int64_t row = i / (m * n);
      out[i] = x[row * m + i / n % m] * y[row * n + i % n];
    }
  };
  for (bool flat : {false, true}) {
    OpCase("outer_product")
        .Input("X", Random({3, 2}))
        .Input("Y", Random({3, 4}))
        .Attr("flat", flat)
        .Reference(reference)
        .Gradient({"X", "Y"})
        .ScaleRows({"X", "Y"})
        .Check();
  }
  OpCase("outer_product")
      .Input("X", Random({3, 2}))
      .Input("Y", Random({4, 4}))
      .ExpectError(
          "X and Y must be matrices of as many rows\n"
          ".*operator outer_product \\(X: X \\[3, 2\\] float64, "
          "Y: Y \\[4, 4\\] float64");
}

TEST(OpLibraryTest, ALibraryIsLoadedOnce) {
  const std::vector<std::string> types = {"soft_clip"};
  EXPECT_EQ(LoadOpLibrary(kFolder + "soft_clip.so"), types);
  EXPECT_EQ(LoadOpLibrary("./framework/../" + kFolder + "soft_clip.so"), types);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back(
        [&] { EXPECT_EQ(LoadOpLibrary(kFolder + "soft_clip.so"), types); });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(OpLibraryTest, PassesRunAsThoseThatAreLinked) {
  EXPECT_THAT(LoadOpLibrary(kFolder + "swap_relu.so"), ::testing::IsEmpty());
  EXPECT_EQ(PassRegistry::Instance().Get("refuse_program").version, 3);
  const auto program = layer::NewProgram();
  {
    const layer::ProgramGuard guard(program, layer::NewProgram());
    layer::relu(layer::data("x", {-1, 3}, DataType::kFloat32));
  }
  const auto run = [&](const std::shared_ptr<const Program>& given,
                       const char* pass, bool keep_all = true) {
    OptimizeOptions options;
    options.only = NameList{pass};
    PassContext context;
    context.keep_all = keep_all;
    return Optimize(given, context, options);
  };
  const auto changed = run(program, "swap_relu");
  EXPECT_EQ(changed->global_block().desc().ops(0).type(), "tanh");
  EXPECT_EQ(changed->global_block().desc().ops(0).id(),
            program->global_block().desc().ops(0).id());
  EXPECT_EQ(run(changed, "swap_relu"), changed);
  EXPECT_ERROR(run(program, "spoil_program"), InvalidArgument,
               "what it gave is no ProgramDesc\n  in pass spoil_program");
  EXPECT_ERROR(run(program, "refuse_program"), Unimplemented, "it keeps all");
  EXPECT_ERROR(run(program, "refuse_program", false), Unimplemented,
               "it drops what it can");
}

TEST(OpLibraryTest, TheSameOperatorsFromAnotherFile) {
  LoadOpLibrary(kFolder + "soft_clip.so");
  platform::TemporaryFolder folder;
  const std::string copy = folder.Path("copy.so");
  std::filesystem::copy_file(kFolder + "soft_clip.so", copy);
  EXPECT_ERROR(LoadOpLibrary(copy), AlreadyExists,
               "there is an operator soft_clip already\n"
               "  in the library of operators " +
                   copy);
}

TEST(OpLibraryTest, FilesThatAreNoSuchLibrary) {
  EXPECT_ERROR(LoadOpLibrary("missing.so"), NotFound,
               "the library of operators 'missing.so' cannot be found: No such "
               "file or directory");
  EXPECT_ERROR(LoadOpLibrary(""), NotFound, "cannot be found");
  EXPECT_ERROR(LoadOpLibrary(kFolder), InvalidArgument,
               "cannot be loaded as a shared library");
  platform::TemporaryFolder folder;
  const std::string text = folder.Path("text.so");
  platform::AtomicWriteFile(text, std::string(5000, 'x'));
  EXPECT_ERROR(
      LoadOpLibrary(text), InvalidArgument,
      "cannot be loaded as a shared library: " + text + ": invalid ELF header");
  EXPECT_ERROR(LoadOpLibrary(kFolder + "no_entry.so"), InvalidArgument,
               "is no library of operators: it has no function "
               "PaddleRegisterOpLibrary");
}

TEST(OpLibraryTest, LibrariesThatFailLeaveNothing) {
  EXPECT_ERROR(LoadOpLibrary(kFolder + "newer.so"), FailedPrecondition,
               "the library is made for version 2.1 of the plug-in interface, "
               "but this Paddle has 1.1");
  for (int i = 0; i < 2; ++i) {
    EXPECT_ERROR(LoadOpLibrary(kFolder + "half.so"), Unavailable,
                 "the table of weights is not installed\n"
                 "  in the library of operators ");
    EXPECT_EQ(OpInfoMap::Instance().FindInfo("half"), nullptr);
  }
}

}  // namespace
}  // namespace paddle::framework
