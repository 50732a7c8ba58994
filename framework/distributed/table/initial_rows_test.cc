#include "paddle/framework/distributed/table/initial_rows.h"

#include <memory>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::distributed {
namespace {

using framework::LoDTensor;
using framework::MakeOp;

constexpr int64_t kRows = 50, kWidth = 7;

// Returns a table that an operator fills, and its key.
LoDTensor Filled(framework::proto::OpDesc op, platform::RandomKey* key) {
  auto program =
      std::make_shared<framework::Program>(framework::OpInfoMap::Instance());
  program->set_random_seed(11);
  framework::SetAttribute(&op, "shape", std::vector<int64_t>{kRows, kWidth});
  key->op = program->AppendOp(0, op).id();
  key->seed = 11;
  const auto scope = framework::Scope::Create();
  SetStep(scope.get(), 5);
  framework::Executor executor;
  LoDTensor filled =
      absl::get<LoDTensor>(executor.Run(program, {}, {"w"}, scope.get())[0]);
  key->step = 5;
  return filled;
}

void ExpectRowsOf(const LoDTensor& filled, const RowInitializer& initializer) {
  for (int64_t id : {0, 1, 13, 49}) {
    std::vector<float> row(kWidth);
    FillRow(initializer, id, kWidth, row.data());
    const float* expected = filled.data<float>() + id * kWidth;
    EXPECT_EQ(row, std::vector<float>(expected, expected + kWidth)) << id;
  }
}

TEST(InitialRows, HaveTheBitsOfAUniformArray) {
  RowInitializer initializer{RowInitializer::kUniform, -0.3, 0.7, {}};
  const LoDTensor filled = Filled(MakeOp("uniform_random", {}, {{"Out", {"w"}}},
                                         {{"min", -0.3}, {"max", 0.7}}),
                                  &initializer.key);
  ExpectRowsOf(filled, initializer);
}

TEST(InitialRows, HaveTheBitsOfANormalArray) {
  RowInitializer initializer{RowInitializer::kNormal, 0.1, 2.5, {}};
  const LoDTensor filled =
      Filled(MakeOp("gaussian_random", {}, {{"Out", {"w"}}},
                    {{"mean", 0.1}, {"std", 2.5}}),
             &initializer.key);
  ExpectRowsOf(filled, initializer);
}

TEST(InitialRows, AreConstant) {
  RowInitializer initializer{RowInitializer::kConstant, 0.1, 0, {}};
  const LoDTensor filled =
      Filled(MakeOp("fill_constant", {}, {{"Out", {"w"}}}, {{"value", 0.1}}),
             &initializer.key);
  ExpectRowsOf(filled, initializer);
}

}  // namespace
}  // namespace paddle::distributed
