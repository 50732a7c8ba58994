// Sends a service requests that somebody has tampered with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <initializer_list>
#include <random>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/serving/testing/models.h"
#include "paddle/platform/testing/temporary_folder.h"
#include "paddle/tools/serve/gzip.h"
#include "paddle/tools/serve/json_values.h"
#include "paddle/tools/serve/service.h"

namespace paddle::serve {
namespace {

// So many by default; PADDLE_FUZZ_REQUESTS says how many otherwise.
constexpr int kRequests = 3000;

// Texts that readers of JSON and of sizes have stumbled over.
constexpr std::array<const char*, 22> kTokens = {
    "9223372036854775808",
    "-1",
    "18446744073709551616",
    "1e400",
    "-0",
    "NaN",
    "null",
    "true",
    "{}",
    "[]",
    "[[",
    "]]",
    "\"",
    "\\u0000",
    "\\ud800",
    "\xff",
    "\"shape\":[4294967296,4294967296]",
    "\"data\":[[[[[[[[1]]]]]]]]",
    "\"parameters\":{\"binary_data_size\":9223372036854775807}",
    "\"datatype\":\"BOOL\"",
    "\"name\":\"x.lengths\"",
    "0.1e-9999"};

class ServiceFuzzTest : public ::testing::Test {
 protected:
  ServiceFuzzTest() {
    serving::testing::SaveModel(
        Model("mlp"), [] { return serving::testing::Classifier(3, 4, 2); });
    serving::testing::SaveModel(
        Model("lstm"), [] { return serving::testing::Recurrent(3, 4); });
    repository_.Refresh();
  }

  std::string Model(const char* name) {
    std::filesystem::create_directories(folder_.Path(name));
    return folder_.Path(name) + "/1";
  }

  HttpReply Answer(HttpCall call) {
    std::promise<HttpReply> reply;
    service_.Handle(std::move(call),
                    [&](HttpReply r) { reply.set_value(std::move(r)); });
    return reply.get_future().get();
  }

  // A request that is right.
  HttpCall Good() {
    HttpCall call;
    call.method = "POST";
    call.target =
        absl::StrCat("/v2/models/", random_() % 2 ? "mlp" : "lstm", "/infer");
    const bool binary = random_() % 3 == 0;
    call.body = absl::StrCat(
        R"({"id":"a","inputs":[{"name":"x","datatype":"FP32","shape":[2,3],)",
        binary ? R"("parameters":{"binary_data_size":24})"
               : R"("data":[[1,2,3],[4,5.5,-6e-3]])",
        "}]}");
    if (binary) {
      call.json_size = absl::StrCat(call.body.size());
      call.body += std::string(24, 'b');
    }
    return call;
  }

  // Sequences of which none has a row.
  HttpCall Empty() {
    HttpCall call;
    call.method = "POST";
    call.target = "/v2/models/lstm/infer";
    const size_t sequences = Below(4);
    std::string lengths;
    for (size_t i = 0; i < sequences; ++i) {
      absl::StrAppend(&lengths, i > 0 ? "," : "", "0");
    }
    call.body = absl::StrCat(
        R"({"inputs":[{"name":"x","datatype":"FP32","shape":[0,3],"data":[]},)",
        R"({"name":"x.lengths","datatype":"INT64","shape":[)", sequences,
        R"(],"data":[)", lengths, "]}]}");
    return call;
  }

  size_t Below(size_t end) { return end == 0 ? 0 : random_() % end; }

  // Mostly the first one.
  std::string Either(std::initializer_list<const char*> choices) {
    return random_() % 3 ? *choices.begin()
                         : *(choices.begin() + Below(choices.size()));
  }

  std::string Input() {
    const std::string data = Either(
        {R"("data":[1,2,3,4,5,6])", R"("data":[[1,2,3],[4,5,6]])",
         R"("data":[])", R"("data":{})", R"("data":[true])",
         R"("parameters":{"binary_data_size":24})",
         R"("parameters":{"binary_data_size":-24})",
         R"("data":[1,2,3,4,5,6,7])", R"("data":[[[[[[1]]]]],2,3,4,5,6])"});
    return absl::StrCat(
        R"({"name":)", Either({"\"x\"", "\"x.lengths\"", "\"y\"", "1"}),
        R"(,"datatype":)",
        Either({"\"FP32\"", "\"INT64\"", "\"BOOL\"", "\"\"", "[]"}),
        R"(,"shape":)",
        Either({"[2,3]", "[0,3]", "[2]", "[]", "[3,2]", "[2,3,0]",
                "[4611686018427387904,4]", "[2.5,3]", "[-2,-3]", "{}"}),
        ",", data, "}");
  }

  // JSON, but perhaps no request.
  HttpCall Odd() {
    HttpCall call = Good();
    call.json_size.clear();
    std::string inputs = Input();
    while (random_() % 4 == 0) inputs += "," + Input();
    call.body = absl::StrCat(
        R"({"inputs":[)", inputs, R"(],"outputs":)",
        Either({"[]", R"([{"name":"z"}])", "[1]", "null"}), R"(,"parameters":)",
        Either({"{}", R"({"timeout":1})", R"({"timeout":-1})",
                R"({"binary_data_output":true})", R"({"binary_data_output":1})",
                "[]"}),
        "}");
    return call;
  }

  void Tamper(std::string* text) {
    const size_t at = Below(text->size());
    switch (random_() % 6) {
      case 0:
        if (!text->empty()) (*text)[at] = static_cast<char>(random_());
        break;
      case 1:
        text->resize(at);
        break;
      case 2:
        text->erase(at, 1 + Below(9));
        break;
      case 3:
        text->insert(at, kTokens[Below(kTokens.size())]);
        break;
      case 4:
        text->replace(at, 1 + Below(12), kTokens[Below(kTokens.size())]);
        break;
      default:
        text->insert(at, text->substr(Below(text->size()), 1 + Below(30)));
    }
  }

  HttpCall Tampered() {
    HttpCall call = random_() % 2 ? Odd() : random_() % 4 ? Good() : Empty();
    for (size_t i = Below(3); i > 0; --i) Tamper(&call.body);
    if (random_() % 8 == 0) Tamper(&call.target);
    if (random_() % 8 == 0) Tamper(&call.json_size);
    if (random_() % 8 == 0) call.timeout_ms = kTokens[Below(kTokens.size())];
    if (random_() % 8 == 0) {
      call.body = Gzip(call.body);
      call.content_encoding = "gzip";
      if (random_() % 2) Tamper(&call.body);
    }
    call.accepts_gzip = random_() % 2 == 0;
    return call;
  }

  std::mt19937 random_{11};
  platform::TemporaryFolder folder_;
  serving::ModelRepository repository_{folder_.Path(""), {}};
  Service service_{&repository_, {}};
};

TEST_F(ServiceFuzzTest, EachIsAnsweredAndNoneIsAnErrorOfOurs) {
  const char* given = std::getenv("PADDLE_FUZZ_REQUESTS");
  const int requests = given == nullptr ? kRequests : std::atoi(given);
  int good = 0, bad = 0;
  for (int i = 0; i < requests; ++i) {
    const HttpReply reply = Answer(Tampered());
    ASSERT_THAT(reply.status, ::testing::AnyOf(200, 400, 404, 405, 413, 504))
        << reply.body;
    const bool plain = !reply.gzip && !reply.json_size &&
                       reply.content_type == "application/json";
    if (plain) ParseJson(reply.body, 16);  // it is JSON
    ++(reply.status == 200 ? good : bad);
  }
  // The seeds are right, and tampering with them matters.
  EXPECT_GT(bad, requests / 3);
  EXPECT_GT(good, requests / 20);
  EXPECT_EQ(Answer(Good()).status, 200);
  EXPECT_EQ(Answer(Empty()).status, 200);
}

}  // namespace
}  // namespace paddle::serve
