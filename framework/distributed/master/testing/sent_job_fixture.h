// Trains jobs as they are sent, by trainers and servers that are threads of a
// test.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/distributed/master/train.h"
#include "paddle/framework/distributed/runner/job.h"
#include "paddle/framework/distributed/runner/servers.h"
#include "paddle/framework/io/testing/array_files.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {

// Two files of data: 21 examples, each a row of 3 numbers and a sequence of 1
// to 3 words, in batches of two rows, of which 4 shards make 3 steps an epoch.
class SentJobFixture : public backward::ProgramFixture {
 protected:
  static constexpr int kStepsOfEpoch = 3;
  static constexpr int kEpochs = 2;

  // The bytes of the files that a job ends with.
  struct Outcome {
    std::string values;
    std::string metrics;
  };

  void SetUp() override {
    WriteData("first.npz", 0, 9);
    WriteData("second.npz", 9, 21);
  }

  // Describes examples [begin, end).
  void WriteData(const std::string& name, int begin, int end) const {
    std::vector<float> rows, sums;
    std::vector<int64_t> words, lengths;
    for (int i = begin; i < end; ++i) {
      const float x = 0.1f * static_cast<float>(i);
      rows.insert(rows.end(), {x, 1 - x, x * x});
      sums.push_back(x);
      words.insert(words.end(), 1 + i % 3, i % 7);
      lengths.push_back(1 + i % 3);
    }
    using framework::testing::BytesOf;
    using framework::testing::NpyFile;
    const auto shape = [](size_t size, int columns) {
      return absl::StrCat("(", size, ", ", columns, ")");
    };
    platform::AtomicWriteFile(
        folder_.Path(name),
        framework::testing::ZipFile(
            {{"x.npy", NpyFile("<f4", shape(end - begin, 3), BytesOf(rows))},
             {"y.npy", NpyFile("<f4", shape(end - begin, 1), BytesOf(sums))},
             {"words.npy",
              NpyFile("<i8", shape(words.size(), 1), BytesOf(words))},
             {"lengths.npy",
              NpyFile("<i8", absl::StrCat("(", end - begin, ",)"),
                      BytesOf(lengths))}},
            /*deflated=*/false));
  }

  // Makes a program with dropout, which draws random numbers, of dense rows.
  void MakePerceptron() {
    const layer::Variable x = layer::data("x", {-1, 3});
    const layer::Variable y = layer::data("y", {-1, 1});
    const layer::Variable hidden = layer::dropout(layer::fc(x, 8), 0.3);
    Minimize(layer::mse_loss(layer::fc(hidden, 1), y));
    Feed("x", "x");
    Feed("y", "y");
  }
  // Makes one of ragged sequences.
  void MakeLstm() {
    const layer::Variable words =
        layer::data("words", {-1, 1}, layer::DataType::kInt64, 1);
    const layer::Variable y = layer::data("y", {-1, 1});
    const layer::Variable gates = layer::fc(layer::embedding(words, 7, 4), 16);
    const layer::Variable hidden = layer::dynamic_lstm(gates, 16).hidden;
    const layer::Variable last = layer::sequence_last_step(hidden);
    Minimize(layer::mse_loss(layer::fc(last, 1), y));
    Feed("words", "words", "lengths");
    Feed("y", "y");
  }

  void Minimize(const layer::Variable& loss) {
    backward::AdamOptimizer(0.05).Minimize(loss);
    loss_ = loss;
    Describe();
  }

  // Describes a job with the program as it is.
  void Describe() {
    *spec_.add_metrics() = loss_.name();
    spec_.set_trainers(1);
    spec_.set_name("test");
    spec_.set_main(main_->Serialize());
    spec_.set_startup(startup_->Serialize());
    proto::DataSource* data = spec_.mutable_data();
    for (const char* file : {"first.npz", "second.npz"}) data->add_files(file);
    data->set_batch(2);
    data->set_shuffle(true);
    data->set_seed(3);
    data->set_epochs(kEpochs);
  }

  void Feed(const char* variable, const char* values,
            const char* lengths = "") {
    proto::FeedSource* feed = spec_.mutable_data()->add_feeds();
    feed->set_variable(variable);
    feed->set_values(values);
    feed->set_lengths(lengths);
  }

  std::string FolderOf(const std::string& name) const {
    return folder_.Path(name);
  }
  std::string FileOf(const std::string& name, const std::string& file) const {
    return platform::ReadFile(absl::StrCat(FolderOf(name), "/", file));
  }

  // Trains the job in the folder of this name. `options` gives each trainer its
  // own.
  using OptionsOf = std::function<TrainOptions(int rank)>;
  void Run(
      const std::string& name, int trainers, int servers,
      const OptionsOf& options = [](int) { return TrainOptions(); }) {
    spec_.set_shards(shards_);
    StartServers(servers);
    RunRanks(trainers, shards_, [&](Communicator& group) {
      Job job(std::shared_ptr<Communicator>(&group, [](Communicator*) {}));
      proto::JobSpec spec = spec_;
      spec.set_servers(servers);
      spec.set_trainers(trainers);
      if (servers > 0) job.UseServers(ConnectServers(addresses_, kLibrary));
      Train(spec, FolderOf(name), folder_.Path(""), &job, options(job.rank()));
      job.Finish();
    });
  }

  // Returns how many steps a job makes.
  int Steps() const { return kEpochs * (shards_ == 1 ? 11 : kStepsOfEpoch); }
  // Returns what the job in this folder has ended with.
  Outcome OutcomeOf(const std::string& name) const {
    return {FileOf(name, absl::StrCat("checkpoint-", Steps(), "/values")),
            FileOf(name, "metrics")};
  }
  // Runs a job in a folder of its own.
  Outcome Ran(int trainers, int servers) {
    const std::string name = absl::StrCat("job-", trainers, "-", servers);
    Run(name, trainers, servers);
    return OutcomeOf(name);
  }

  void StartServers(int count) {
    addresses_.clear();
    servers_.clear();
    for (int i = 0; i < count; ++i) {
      servers_.push_back(
          std::make_unique<ServerProcess>(kLibrary, "127.0.0.1", 0));
      addresses_.push_back(absl::StrCat("127.0.0.1:", servers_.back()->port()));
    }
  }

  static constexpr char kLibrary[] =
      "framework/distributed/server/libpaddle_grpc.so";

  const platform::TemporaryFolder folder_;
  proto::JobSpec spec_;
  layer::Variable loss_;
  int shards_ = 4;

 private:
  std::vector<std::unique_ptr<ServerProcess>> servers_;
  std::vector<std::string> addresses_;
};

}  // namespace paddle::distributed
