#include "paddle/tools/serve/service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/layers/layers.h"
#include "paddle/framework/serving/testing/models.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/temporary_folder.h"
#include "paddle/tools/serve/testing/held_up.h"

namespace paddle::serve {
namespace {

using ::testing::HasSubstr;

class ServiceTest : public ::testing::Test {
 protected:
  void Save(const char* name, const serving::testing::WriteNetwork& write) {
    std::filesystem::create_directories(folder_.Path(name));
    serving::testing::SaveModel(folder_.Path(name) + "/1", write);
  }

  HttpReply Answer(const std::string& method, const std::string& target,
                   const std::string& body = "", bool gzip = false) {
    HttpCall call;
    call.method = method;
    call.target = target;
    call.body = body;
    call.accepts_gzip = gzip;
    std::promise<HttpReply> reply;
    service_.Handle(std::move(call),
                    [&](HttpReply r) { reply.set_value(std::move(r)); });
    return reply.get_future().get();
  }

  static ServiceOptions Options() {
    ServiceOptions options;
    options.control = true;
    options.limits.reply_bytes = 3000;
    return options;
  }

  platform::TemporaryFolder folder_;
  serving::ModelRepository repository_{folder_.Path(""), {}};
  Service service_{&repository_, Options()};
};

TEST_F(ServiceTest, IsReadyOnceAModelIsThere) {
  repository_.Refresh();
  EXPECT_EQ(Answer("GET", "/v2/health/ready").status, 200);  // there is none
  Save("mlp", [] { return serving::testing::Classifier(3, 4, 2); });
  const std::string manifest = folder_.Path("mlp/1/manifest");
  const std::string good = platform::ReadFile(manifest);
  platform::AtomicWriteFile(manifest, "nonsense");
  repository_.Refresh();
  const HttpReply reply = Answer("GET", "/v2/health/ready");
  EXPECT_EQ(reply.status, 503);
  EXPECT_THAT(reply.body, HasSubstr("no model could be loaded"));
  EXPECT_EQ(Answer("GET", "/v2/health/live").status, 200);
  platform::AtomicWriteFile(manifest, good);
  repository_.Refresh();
  EXPECT_EQ(Answer("GET", "/v2/health/ready").status, 200);
}

TEST_F(ServiceTest, LoadsNothingOnceItIsClosed) {
  Save("mlp", [] { return serving::testing::Classifier(3, 4, 2); });
  EXPECT_EQ(Answer("POST", "/v2/repository/models/mlp/load").status, 200);
  service_.Close();
  EXPECT_EQ(Answer("POST", "/v2/repository/models/mlp/unload").status, 503);
  EXPECT_EQ(Answer("GET", "/v2/models/mlp").status, 200);
}

TEST_F(ServiceTest, RefusesByThePathWhatThereIsNoRoomFor) {
  Save("mlp", [] { return serving::testing::Classifier(3, 4, 2); });
  platform::AtomicWriteFile(folder_.Path("mlp/config.json"), R"({"queue": 1})");
  repository_.Refresh();
  const auto model = repository_.Find("mlp");
  const auto refused = [&](const char* method, const char* target) {
    const auto reply = service_.RefusalOf(method, target);
    return reply ? reply->body : "no";
  };
  EXPECT_EQ(refused("POST", "/v2/models/mlp/infer"), "no");
  const testing::HeldUp held(model->batcher.get());
  EXPECT_EQ(refused("POST", "/v2/models/mlp/infer"), "no");
  ASSERT_TRUE(model->batcher->Submit(testing::RowOfThree()));
  const HttpReply reply = Answer("POST", "/v2/models/mlp/infer");
  EXPECT_EQ(reply.status, 503);
  EXPECT_TRUE(service_.RefusalOf("POST", "/v2/models/mlp/infer")->retry);
  for (const char* target :
       {"/v2/models/mlp/infer?a=b", "/v2/models/mlp/versions/1/infer"}) {
    EXPECT_EQ(refused("POST", target), reply.body);
  }
  EXPECT_EQ(model->stats->count(serving::Outcome::kRefused), 4);
  for (const char* target :
       {"/v2/models/mlp", "/v2/models/mlp/stats", "/v2/models/none/infer",
        "/v2/models/mlp/versions/2/infer", "/v2/models/mlp/versions/a/infer",
        "/v2/repository/models/mlp/load", ""}) {
    EXPECT_EQ(refused("POST", target), "no") << target;
  }
  EXPECT_EQ(refused("GET", "/v2/models/mlp/infer"), "no");
  EXPECT_EQ(model->stats->count(serving::Outcome::kRefused), 4);
}

std::string Ask(int64_t rows) {
  return absl::StrCat(R"({"inputs":[{"name":"x","datatype":"FP32","shape":[)",
                      rows, R"(,1],"data":[)", rows == 1 ? "1" : "1,1", "]}]}");
}

TEST_F(ServiceTest, ErrorsOfTheServerAreNotTheClients) {
  // Wider than any memory.
  Save("wide", [] {
    const auto x = layer::data("x", {-1, 1});
    return serving::testing::Network{
        {x},
        {layer::Op(
            "expand", {{"X", x}},
            {{"expand_times", std::vector<int64_t>{1, int64_t{1} << 60}}})}};
  });
  Save("table", [] { return serving::testing::Embedding(10, 2); });
  repository_.Refresh();
  EXPECT_EQ(Answer("POST", "/v2/models/wide/infer", Ask(1)).status, 503);
  const HttpReply reply =
      Answer("POST", "/v2/models/table/infer",
             R"({"inputs":[{"name":"id","datatype":"INT64","shape":[1,1],)"
             R"("data":[11]}]})");
  EXPECT_EQ(reply.status, 400);
  EXPECT_THAT(reply.body, HasSubstr("11"));
}

TEST_F(ServiceTest, RepliesHaveALimit) {
  Save("relu", [] {
    const auto x = layer::data("x", {-1, 100});
    return serving::testing::Network{{x}, {layer::relu(x)}};
  });
  repository_.Refresh();
  const auto ask = [&](int rows) {
    std::string data = "0";
    for (int i = 1; i < 100 * rows; ++i) data += ",0";
    return Answer(
        "POST", "/v2/models/relu/infer",
        absl::StrCat(R"({"inputs":[{"name":"x","datatype":"FP32","shape":[)",
                     rows, R"(,100],"data":[)", data, "]}]}"),
        /*gzip=*/true);
  };
  EXPECT_EQ(ask(1).status, 200);
  const HttpReply reply = ask(2);
  EXPECT_EQ(reply.status, 413);
  EXPECT_THAT(reply.body, HasSubstr("more than the 3000"));
}

}  // namespace
}  // namespace paddle::serve
