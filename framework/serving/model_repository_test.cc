#include "paddle/framework/serving/model_repository.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/serving/testing/models.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::serving {
namespace {

namespace fs = std::filesystem;
using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ModelRepositoryTest : public ::testing::Test {
 protected:
  void Save(int version, int64_t seed = 1) {
    const std::string model = folder_.Path("mlp");
    fs::create_directories(model);
    testing::SaveModel(
        absl::StrCat(model, "/", version),
        [] { return testing::Classifier(3, 4, 2); }, seed);
  }
  void Configure(const std::string& text) {
    platform::AtomicWriteFile(folder_.Path("mlp/config.json"), text);
  }

  platform::TemporaryFolder folder_;
  ModelRepository repository_{folder_.Path(""), {}};
};

// Computes one row; "" or what went wrong.
std::string Ask(const ModelRepository& repository) {
  std::promise<Answer> answer;
  Request request;
  LoDTensor x(Dims({1, 3}), DataType::kFloat32);
  std::fill_n(x.mutable_data<float>(), 3, 1.0f);
  request.inputs = {x};
  request.done = [&](Answer a) { answer.set_value(std::move(a)); };
  if (!repository.Find("mlp")->batcher->Submit(std::move(request))) {
    return "refused";
  }
  return answer.get_future().get().error;
}

TEST_F(ModelRepositoryTest, FollowsTheFolder) {
  Save(2);
  Save(10);
  repository_.Refresh();
  EXPECT_EQ(repository_.Find("mlp")->version, 10);
  EXPECT_THAT(repository_.Versions("mlp"), ElementsAre(10));
  Configure(R"({"versions": "all"})");
  repository_.Refresh();
  EXPECT_THAT(repository_.Versions("mlp"), ElementsAre(2, 10));
  EXPECT_EQ(repository_.Find("mlp", 2)->version, 2);
  EXPECT_ERROR(repository_.Find("mlp", 3), NotFound,
               "of model mlp no version 3");
  fs::remove_all(folder_.Path("mlp/10"));
  repository_.Refresh();
  EXPECT_THAT(repository_.Versions("mlp"), ElementsAre(2));
  fs::remove_all(folder_.Path("mlp"));
  repository_.Refresh();
  EXPECT_ERROR(repository_.Find("mlp"), NotFound, "no model \"mlp\" is loaded");
  EXPECT_THAT(repository_.Index(), IsEmpty());
}

TEST_F(ModelRepositoryTest, LoadsAnewOnlyWhatHasChanged) {
  Save(1);
  repository_.Refresh();
  const auto model = repository_.Find("mlp")->model;
  repository_.Refresh();
  EXPECT_EQ(repository_.Find("mlp")->model, model);
  Save(1, /*seed=*/2);
  repository_.Refresh();
  EXPECT_NE(repository_.Find("mlp")->model, model);
}

TEST_F(ModelRepositoryTest, KeepsWhatItHasWhenTheFolderIsDamaged) {
  Save(1);
  repository_.Refresh();
  platform::AtomicWriteFile(folder_.Path("mlp/1/manifest"), "nonsense");
  repository_.Refresh();
  EXPECT_EQ(Ask(repository_), "");
  const auto index = repository_.Index();
  ASSERT_EQ(index.size(), 2);
  EXPECT_TRUE(index[0].ready);
  EXPECT_THAT(index[1].reason, HasSubstr("DataLoss"));
  EXPECT_ERROR(repository_.Load("mlp"), DataLoss, "manifest");
  EXPECT_EQ(Ask(repository_), "");
  Configure("{");
  repository_.Refresh();
  EXPECT_EQ(Ask(repository_), "");
  EXPECT_THAT(repository_.Index()[1].reason, HasSubstr("config.json"));
}

TEST_F(ModelRepositoryTest, ServesTheNewestVersionThatLoads) {
  Save(1);
  Save(2);
  Save(3);
  const std::string good = platform::ReadFile(folder_.Path("mlp/3/manifest"));
  platform::AtomicWriteFile(folder_.Path("mlp/3/manifest"), "nonsense");
  repository_.Refresh();
  EXPECT_EQ(repository_.Find("mlp")->version, 2);
  EXPECT_THAT(repository_.Versions("mlp"), ElementsAre(2));
  const auto index = repository_.Index();
  ASSERT_EQ(index.size(), 2);
  EXPECT_TRUE(index[0].ready);
  EXPECT_EQ(index[1].version, 3);
  EXPECT_TRUE(index[1].failed);
  const auto serving = repository_.Find("mlp")->model;
  repository_.Refresh();  // tries nothing again
  EXPECT_EQ(repository_.loads(), 2);
  EXPECT_EQ(repository_.Find("mlp")->model, serving);
  repository_.Unload("mlp");
  EXPECT_FALSE(repository_.Index()[0].failed);
  EXPECT_ERROR(repository_.Load("mlp"), DataLoss, "manifest");
  EXPECT_EQ(repository_.Find("mlp")->version, 2);
  Configure(R"({"latest": 2})");
  repository_.Refresh();
  EXPECT_THAT(repository_.Versions("mlp"), ElementsAre(1, 2));
  platform::AtomicWriteFile(folder_.Path("mlp/3/manifest"), good);
  repository_.Refresh();
  EXPECT_THAT(repository_.Versions("mlp"), ElementsAre(2, 3));
}

TEST_F(ModelRepositoryTest, DoesNotTryAgainWhatHasFailed) {
  Save(1);
  const std::string good = platform::ReadFile(folder_.Path("mlp/1/manifest"));
  platform::AtomicWriteFile(folder_.Path("mlp/1/manifest"), "nonsense");
  repository_.Refresh();
  EXPECT_TRUE(repository_.AllFailed());
  EXPECT_EQ(repository_.loads(), 1);
  repository_.Refresh();
  EXPECT_EQ(repository_.loads(), 1);
  EXPECT_THAT(repository_.Index()[0].reason, HasSubstr("DataLoss"));
  EXPECT_ERROR(repository_.Load("mlp"), DataLoss, "manifest");
  EXPECT_EQ(repository_.loads(), 2);  // by name, it is tried
  platform::AtomicWriteFile(folder_.Path("mlp/1/manifest"), good);
  repository_.Refresh();
  EXPECT_EQ(Ask(repository_), "");
  EXPECT_FALSE(repository_.AllFailed());
}

TEST_F(ModelRepositoryTest, SeesAnotherProgramWithoutAManifest) {
  Save(1);
  fs::remove(folder_.Path("mlp/1/manifest"));
  repository_.Refresh();
  const auto model = repository_.Find("mlp")->model;
  const std::string program = folder_.Path("mlp/1/program");
  fs::last_write_time(program,
                      fs::last_write_time(program) + std::chrono::seconds(1));
  repository_.Refresh();
  EXPECT_NE(repository_.Find("mlp")->model, model);
}

TEST_F(ModelRepositoryTest, LoadsAndUnloadsByName) {
  Save(1);
  EXPECT_ERROR(repository_.Unload("mlp"), NotFound, "no model mlp is loaded");
  repository_.Load("mlp");
  EXPECT_EQ(Ask(repository_), "");
  repository_.Unload("mlp");
  repository_.Refresh();
  EXPECT_THAT(repository_.Versions("mlp"), IsEmpty());
  repository_.Load("mlp");
  EXPECT_EQ(Ask(repository_), "");
  for (const char* name : {"", "..", ".", "../mlp", "mlp/1", "other"}) {
    EXPECT_ERROR(repository_.Load(name), NotFound, name);
  }
  fs::create_directories(folder_.Path("empty"));
  EXPECT_ERROR(repository_.Load("empty"), NotFound, "has no version to load");
}

// Returns the files of a version of a model.
std::vector<SentFile> FilesOf(const std::string& folder) {
  std::vector<SentFile> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    files.push_back({entry.path().filename().string(),
                     platform::ReadFile(entry.path().string())});
  }
  return files;
}

class DeployTest : public ModelRepositoryTest {
 protected:
  DeployTest() {
    Save(1);
    files_ = FilesOf(folder_.Path("mlp/1"));
    fs::remove_all(folder_.Path("mlp"));
  }

  // Returns all names below the root, sorted.
  std::vector<std::string> Names() {
    std::vector<std::string> names;
    for (const auto& entry :
         fs::recursive_directory_iterator(folder_.Path(""))) {
      names.push_back(fs::relative(entry.path(), folder_.Path("")).string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  std::vector<SentFile> files_;
};

TEST_F(DeployTest, ServesTheNextVersion) {
  EXPECT_EQ(repository_.Deploy("mlp", files_), 1);
  EXPECT_EQ(Ask(repository_), "");
  EXPECT_EQ(repository_.loads(), 1);  // not a second time from its place
  EXPECT_EQ(repository_.Deploy("mlp", files_), 2);
  EXPECT_THAT(repository_.Versions("mlp"), ElementsAre(2));
  EXPECT_THAT(Names(),
              ElementsAre("mlp", "mlp/1", "mlp/1/manifest", "mlp/1/parameters",
                          "mlp/1/program", "mlp/2", "mlp/2/manifest",
                          "mlp/2/parameters", "mlp/2/program"));
  repository_.Refresh();
  EXPECT_EQ(repository_.loads(), 2);
  repository_.Unload("mlp");
  EXPECT_EQ(repository_.Deploy("mlp", files_), 3);
  EXPECT_EQ(Ask(repository_), "");
}

TEST_F(DeployTest, NobodyWhoLooksAtTheFolderWaits) {
  std::promise<void> loading, go_on;
  ModelRepository repository(
      folder_.Path(""),
      [&](const std::shared_ptr<const framework::Program>& program) {
        loading.set_value();
        go_on.get_future().wait();
        return program;
      });
  auto deployed = std::async(std::launch::async,
                             [&] { return repository.Deploy("mlp", files_); });
  loading.get_future().wait();
  auto refreshed =
      std::async(std::launch::async, [&] { repository.Refresh(); });
  EXPECT_EQ(refreshed.wait_for(std::chrono::seconds(20)),
            std::future_status::ready);
  go_on.set_value();
  EXPECT_EQ(deployed.get(), 1);
  repository.Refresh();
  EXPECT_EQ(Ask(repository), "");
}

TEST_F(DeployTest, ARefusedModelLeavesNothingBehind) {
  const auto refused = [&](const std::string& name,
                           const std::vector<SentFile>& files,
                           const char* message) {
    EXPECT_ERROR(repository_.Deploy(name, files), InvalidArgument, message);
    EXPECT_THAT(Names(), IsEmpty());
    EXPECT_THAT(repository_.Index(), IsEmpty());
  };
  for (SentFile& file : files_) {
    std::string& bytes = file.bytes;
    bytes[bytes.size() / 2] ^= 1;
    refused("mlp", files_, "model mlp is refused");
    bytes[bytes.size() / 2] ^= 1;
  }
  refused("mlp", {files_[0]}, "model mlp is refused");
  refused("mlp", {}, "no file");
  for (const std::string& name :
       {std::string(), std::string("."), std::string(".."),
        std::string("../mlp"), std::string("/mlp"), std::string("a/b"),
        std::string("a\0b", 3), std::string(".hidden"), std::string("a\nb"),
        std::string("\xc3\xa4"), std::string(129, 'a')}) {
    refused(name, files_, "the model's name");
    auto files = files_;
    files.push_back({name, "text"});
    refused("mlp", files, "the name of a file");
  }
}

TEST_F(DeployTest, WhatACrashHasLeftIsRemoved) {
  fs::create_directory(folder_.Path(".sent.abcdef"));
  platform::AtomicWriteFile(folder_.Path(".sent.abcdef/program"), "half");
  const ModelRepository next(folder_.Path(""), {});
  EXPECT_THAT(Names(), IsEmpty());
}

TEST_F(DeployTest, ARefusedVersionHarmsNoOther) {
  repository_.Deploy("mlp", files_);
  const auto names = Names();
  EXPECT_ERROR(repository_.Deploy("mlp", {{"program", "nonsense"}}),
               InvalidArgument, "refused");
  EXPECT_EQ(Names(), names);
  EXPECT_EQ(repository_.Find("mlp")->version, 1);
  Configure(R"({"versions": "specific", "specific": [1]})");
  EXPECT_ERROR(repository_.Deploy("mlp", files_), InvalidArgument,
               "names its versions");
  fs::remove(folder_.Path("mlp/config.json"));
  EXPECT_EQ(Names(), names);
}

TEST_F(DeployTest, SeveralAtTheSameTime) {
  std::vector<std::thread> clients;
  std::atomic<int64_t> sum{0};
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back([&] {
      for (int n = 0; n < 3; ++n) sum += repository_.Deploy("mlp", files_);
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(sum.load(), 12 * 13 / 2);
  EXPECT_EQ(repository_.Find("mlp")->version, 12);
}

TEST_F(ModelRepositoryTest, NoRequestFailsWhileModelsAreExchanged) {
  Save(1);
  repository_.Refresh();
  std::atomic<bool> stop{false};
  std::atomic<int> failed{0}, asked{0};
  std::vector<std::thread> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back([&] {
      while (!stop) {
        ++asked;
        if (!Ask(repository_).empty()) ++failed;
      }
    });
  }
  const char* given = std::getenv("PADDLE_RELOADS");
  const int reloads = given == nullptr ? 30 : std::atoi(given);
  for (int seed = 2; seed < 2 + reloads; ++seed) {
    Save(1, seed);
    repository_.Refresh();
  }
  stop = true;
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(failed.load(), 0);
  EXPECT_GT(asked.load(), 30);
}

}  // namespace
}  // namespace paddle::serving
