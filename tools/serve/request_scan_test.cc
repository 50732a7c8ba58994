#include "paddle/tools/serve/request_scan.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"
#include "paddle/tools/serve/inference.pb.h"

namespace paddle::serve {
namespace {

proto::ModelInferRequest Good() {
  proto::ModelInferRequest request;
  request.set_model_name("mlp");
  request.set_model_version("7");
  (*request.mutable_parameters())["timeout"].set_int64_param(1);
  for (int i = 0; i < 2; ++i) {
    auto* input = request.add_inputs();
    input->set_name("x");
    input->add_shape(3);
    input->mutable_contents()->add_int64_contents(-1);
    (*input->mutable_parameters())["a"].set_string_param("b");
    (*request.add_outputs()->mutable_parameters())["a"].set_double_param(1);
    request.add_raw_input_contents("bytes");
  }
  return request;
}

Limits SmallLimits() {
  Limits limits;
  limits.tensors = 2;
  limits.parameters = 5;
  return limits;
}

RequestHead Scanned(const proto::ModelInferRequest& request) {
  return ScanRequest(request.SerializeAsString(), SmallLimits());
}

TEST(RequestScanTest, FindsTheModel) {
  EXPECT_EQ(Scanned(Good()).model_name, "mlp");
  EXPECT_EQ(Scanned(Good()).model_version, "7");
  EXPECT_EQ(ScanRequest("", SmallLimits()).model_name, "");
}

TEST(RequestScanTest, RefusesMoreThanTheLimits) {
  auto wrong = Good();
  wrong.add_inputs()->mutable_contents();
  EXPECT_ERROR(Scanned(wrong), OutOfRange, "inputs has more than 2");
  wrong = Good();
  wrong.add_outputs();
  EXPECT_ERROR(Scanned(wrong), OutOfRange, "outputs has more than 2");
  wrong = Good();
  wrong.add_raw_input_contents("");
  EXPECT_ERROR(Scanned(wrong), OutOfRange, "raw_input_contents has more");
  for (int where = 0; where < 3; ++where) {
    wrong = Good();
    (*(where == 0   ? wrong.mutable_parameters()
       : where == 1 ? wrong.mutable_inputs(1)->mutable_parameters()
                    : wrong.mutable_outputs(0)->mutable_parameters()))["more"];
    EXPECT_ERROR(Scanned(wrong), OutOfRange, "parameters has more than 5");
  }
  wrong = Good();
  wrong.mutable_inputs(0)->mutable_contents()->add_bytes_contents("");
  EXPECT_ERROR(Scanned(wrong), InvalidArgument, "bytes_contents");
}

TEST(RequestScanTest, RefusesWhatIsNoMessage) {
  const std::string good = Good().SerializeAsString();
  EXPECT_ERROR(ScanRequest(good.substr(0, good.size() - 1), SmallLimits()),
               InvalidArgument, "not one of this method");
  for (const char* wrong : {"\x2a\x05\x0a", "\x07", "\x0c", "\x2b", "\x2a"}) {
    EXPECT_ERROR(ScanRequest(wrong, SmallLimits()), InvalidArgument,
                 "not one of this method");
  }
}

}  // namespace
}  // namespace paddle::serve
