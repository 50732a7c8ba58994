#include "paddle/framework/distributed/master/check_job.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

class CheckJobTest : public backward::ProgramFixture {
 protected:
  void SetUp() override {
    const auto x = layer::data("x", {-1, 3}, layer::DataType::kFloat32);
    const auto loss = layer::mean(layer::square(layer::fc(x, 2)));
    loss_ = loss.name();
    forward_ = main_->Serialize();
    backward::AdamOptimizer(0.1).Minimize(loss);
    spec_.set_name("mlp-1");
    spec_.set_main(main_->Serialize(/*with_call_sites=*/true));
    spec_.set_startup(startup_->Serialize());
    spec_.set_trainers(2);
    spec_.set_shards(4);
    spec_.set_servers(1);
    spec_.add_metrics(loss_);
    auto* data = spec_.mutable_data();
    data->add_files("part-0.npy");
    data->set_batch(8);
    data->set_epochs(1);
    auto* feed = data->add_feeds();
    feed->set_variable("x");
    feed->set_values("images");
  }

  CheckedJob Check() const {
    return CheckJob(spec_, framework::OpInfoMap::Instance());
  }
  // The message for the description with a change.
  template <class Change>
  std::string Refusal(const Change& change) const {
    proto::JobSpec changed = spec_;
    change(&changed);
    try {
      CheckJob(changed, framework::OpInfoMap::Instance());
    } catch (const platform::Error& error) {
      EXPECT_EQ(error.code(), platform::ErrorCode::kInvalidArgument);
      return error.what();
    }
    return "nothing was thrown";
  }

  std::string loss_, forward_;
  proto::JobSpec spec_;
};

using ::testing::HasSubstr;

TEST_F(CheckJobTest, GivesThePrograms) {
  const CheckedJob job = Check();
  EXPECT_EQ(job.main->Serialize(), main_->Serialize());
  EXPECT_EQ(job.startup->Serialize(), startup_->Serialize());
  EXPECT_EQ(job.shards, 4);
  spec_.set_shards(0);
  spec_.set_servers(0);
  EXPECT_EQ(Check().shards, 2);
}

TEST_F(CheckJobTest, NamesAreSafe) {
  for (const char* name : {"", ".", "..", "a/b", "a b", ".a"}) {
    EXPECT_THAT(Refusal([&](auto* spec) { spec->set_name(name); }),
                HasSubstr("the name of a job"));
  }
  const std::string text = Refusal(
      [](auto* spec) { spec->mutable_data()->set_files(0, "../passwd"); });
  EXPECT_THAT(text, HasSubstr("'../passwd' is no name of a file"));
  EXPECT_THAT(text, HasSubstr("in the job 'mlp-1'"));
}

TEST_F(CheckJobTest, NumbersMakeSense) {
  const auto refuses = [&](auto set, const char* text) {
    EXPECT_THAT(Refusal(set), HasSubstr(text));
  };
  refuses([](auto* spec) { spec->set_trainers(0); }, "trainers: 0");
  refuses([](auto* spec) { spec->set_trainers(1 << 30); }, "trainers: 1073");
  refuses([](auto* spec) { spec->set_shards(1); }, "shards: 1 is not from 2");
  refuses([](auto* spec) { spec->set_servers(-1); }, "servers: -1");
  refuses([](auto* spec) { spec->set_restarts(-1); }, "restarts: -1");
  refuses([](auto* spec) { spec->set_checkpoint_steps(-1); }, "checkpoint_");
  refuses([](auto* spec) { spec->mutable_data()->set_batch(0); }, "batch: 0");
  refuses([](auto* spec) { spec->mutable_data()->set_epochs(0); }, "epochs: 0");
  refuses([](auto* spec) { spec->mutable_data()->clear_files(); },
          "files of data: 0");
  refuses(
      [](auto* spec) {
        spec->set_async(true);
        spec->mutable_data()->set_epochs(100001);
      },
      "files times epochs");
  refuses(
      [](auto* spec) {
        spec->set_servers(0);
        spec->set_async(true);
      },
      "need servers");
}

TEST_F(CheckJobTest, VariablesAreThoseOfTheProgram) {
  const auto feed = [](const char* name) {
    return [name](proto::JobSpec* spec) {
      spec->mutable_data()->add_feeds()->set_variable(name);
    };
  };
  EXPECT_THAT(Refusal(feed("y")), HasSubstr("no variable 'y'"));
  EXPECT_THAT(Refusal(feed("x")), HasSubstr("x is fed twice"));
  EXPECT_THAT(Refusal(feed("fc_0.w_0")), HasSubstr("kept from step to step"));
  EXPECT_THAT(Refusal([](auto* spec) { spec->add_metrics("z"); }),
              HasSubstr("metrics: the program has no variable 'z'"));
  EXPECT_THAT(Refusal([&](auto* spec) { spec->add_metrics(loss_); }),
              HasSubstr("is named twice"));
  EXPECT_THAT(Refusal([](auto* spec) { spec->add_metrics("a\tb"); }),
              HasSubstr("metrics: 'a\tb'"));
  EXPECT_THAT(Refusal([](auto* spec) { spec->add_metrics("x"); }),
              HasSubstr("metrics: x has the shape [N, 3]"));
}

TEST_F(CheckJobTest, ProgramsAreVerified) {
  EXPECT_THAT(Refusal([&](auto* spec) {
                spec->set_main(forward_);
                spec->clear_metrics();
              }),
              HasSubstr("trains nothing"));
  EXPECT_THAT(Refusal([](auto* spec) { spec->clear_main(); }),
              HasSubstr("main program: 0"));
  spec_.mutable_startup()->back() ^= 1;
  EXPECT_ERROR(Check(), DataLoss, "in the startup program");
}

}  // namespace
}  // namespace paddle::distributed
