#include "paddle/framework/distributed/master/sent_programs.h"

#include "gtest/gtest.h"

#include "paddle/framework/distributed/master/testing/sent_job_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

class SentProgramsTest : public SentJobFixture {};

TEST_F(SentProgramsTest, AreThoseThatWereSent) {
  MakePerceptron();
  const CheckedJob programs = ProgramsOf(spec_);
  EXPECT_EQ(programs.main->Serialize(), spec_.main());
  EXPECT_EQ(programs.startup->Serialize(), spec_.startup());
  spec_.mutable_startup()->resize(50);
  EXPECT_ERROR(ProgramsOf(spec_), DataLoss, "in the startup program");
}

TEST_F(SentProgramsTest, HaveNoTables) {
  const layer::Variable ids =
      layer::data("ids", {-1, 1}, layer::DataType::kInt64);
  layer::EmbeddingOptions options;
  options.is_sparse = options.is_distributed = true;
  options.weight.name = "table";
  loss_ = layer::mean(layer::embedding(ids, 9, 2, options));
  backward::SGDOptimizer(0.1).Minimize(loss_);
  Describe();
  Feed("ids", "y");
  ProgramsOf(spec_);  // The trainers have it.
  spec_.set_servers(1);
  EXPECT_ERROR(ProgramsOf(spec_), Unimplemented,
               "servers would keep rows of the table 'table'");
}

TEST_F(SentProgramsTest, HaveASeedOfTheirOwn) {
  MakePerceptron();
  const uint64_t seed = SeedOf(spec_);
  EXPECT_NE(seed, 0);
  spec_.set_servers(2);  // has no part in it
  EXPECT_EQ(SeedOf(spec_), seed);
  spec_.set_name("other");
  EXPECT_NE(SeedOf(spec_), seed);
}

}  // namespace
}  // namespace paddle::distributed
