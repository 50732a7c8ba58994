#include "paddle/tools/serve/http_call.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

#include "paddle/framework/serving/testing/models.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"
#include "paddle/tools/serve/gzip.h"

namespace paddle::serve {
namespace {

constexpr char kBody[] =
    R"({"inputs":[{"name":"x","datatype":"FP32","shape":[1,2],)"
    R"("data":[1,2]}],"parameters":{"timeout":3000}})";

class HttpCallTest : public ::testing::Test {
 protected:
  HttpCallTest() {
    serving::testing::SaveModel(
        folder_.Path("1"), [] { return serving::testing::Recurrent(2, 4); });
    model_ = std::make_unique<serving::ServedModel>(folder_.Path("1"));
    call_.body = kBody;
  }

  InferCall Taken() { return TakeInferCall(*model_, &call_, limits_); }

  platform::TemporaryFolder folder_;
  std::unique_ptr<serving::ServedModel> model_;
  HttpCall call_;
  Limits limits_;
};

TEST_F(HttpCallTest, BodiesMayBeCompressed) {
  call_.content_encoding = "gzip";
  call_.body = Gzip(kBody);
  EXPECT_EQ(TakeBody(&call_, limits_), kBody);
  limits_.body_bytes = 8;
  EXPECT_ERROR(TakeBody(&call_, limits_), OutOfRange, "");
  call_.content_encoding = "br";
  EXPECT_ERROR(TakeBody(&call_, limits_), InvalidArgument,
               "Content-Encoding is br, not gzip");
}

TEST_F(HttpCallTest, TheShorterTimeoutHolds) {
  EXPECT_EQ(*Taken().timeout, std::chrono::milliseconds(3));
  call_.body = kBody;
  call_.timeout_ms = "2";
  EXPECT_EQ(*Taken().timeout, std::chrono::milliseconds(2));
  call_.body = kBody;
  call_.timeout_ms = "4";
  EXPECT_EQ(*Taken().timeout, std::chrono::milliseconds(3));
}

TEST_F(HttpCallTest, HeadersAreNumbers) {
  call_.timeout_ms = "0";
  EXPECT_ERROR(Taken(), InvalidArgument, "X-Request-Timeout-Ms");
  call_.body = kBody;
  call_.timeout_ms.clear();
  call_.json_size = "many";
  EXPECT_ERROR(Taken(), InvalidArgument, "Inference-Header-Content-Length");
}

}  // namespace
}  // namespace paddle::serve
