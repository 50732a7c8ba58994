#include "paddle/framework/distributed/server/frame.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/server/testing/frame_bytes.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;
using ::testing::ElementsAre;

Call TwoTensors() {
  Call call;
  call.head.set_block("update:3");
  call.head.set_step(7);
  call.head.add_names("w");
  Tensor numbers(Dims({2, 2}), DataType::kFloat32);
  for (int i = 0; i < 4; ++i) numbers.mutable_data<float>()[i] = i + 0.5f;
  call.tensors = {numbers, Tensor(Dims({0, 3}), DataType::kInt64)};
  return call;
}

Call Decoded(absl::string_view bytes) { return DecodeCall({bytes}); }

TEST(Frame, BringsWhatWasSent) {
  const Call got = Decoded(FrameBytes(TwoTensors()));
  EXPECT_EQ(got.head.block(), "update:3");
  EXPECT_EQ(got.head.step(), 7);
  EXPECT_THAT(got.head.names(), ElementsAre("w"));
  ASSERT_EQ(got.tensors.size(), 2);
  EXPECT_EQ(got.tensors[0].dims(), Dims({2, 2}));
  EXPECT_EQ(got.tensors[0].data<float>()[3], 3.5f);
  EXPECT_EQ(got.tensors[1].dims(), Dims({0, 3}));
  EXPECT_EQ(got.tensors[1].dtype(), DataType::kInt64);
}

TEST(Frame, LiesInAnyPieces) {
  const std::string bytes = FrameBytes(TwoTensors());
  for (size_t size = 1; size <= bytes.size(); ++size) {
    std::vector<absl::string_view> pieces = {""};
    for (size_t at = 0; at < bytes.size(); at += size) {
      pieces.push_back(absl::string_view(bytes).substr(at, size));
    }
    const Call got = DecodeCall(pieces);
    EXPECT_EQ(got.tensors[0].data<float>()[2], 2.5f) << size;
  }
}

TEST(Frame, RepliesCarryErrors) {
  const Reply sent = ErrorReply(platform::ErrorCode::kOutOfRange, "row 9 of 3");
  const Reply got = DecodeReply({EncodeHead(sent)});
  EXPECT_ERROR(ThrowErrorOf(got, "at the server a:1"), OutOfRange,
               "row 9 of 3\n  at the server a:1");
  ThrowErrorOf(Reply(), "nowhere");  // has none
}

TEST(Frame, TruncatedFramesAreRefused) {
  const std::string bytes = FrameBytes(TwoTensors());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_ERROR(Decoded(bytes.substr(0, size)), DataLoss, "");
  }
  EXPECT_ERROR(Decoded(bytes + "x"), DataLoss, "1 bytes behind the tensors");
}

TEST(Frame, OtherBytesAreRefused) {
  EXPECT_ERROR(Decoded("GET / HTTP/1.1\r\n"), DataLoss, "no frame");
  std::string bytes = FrameBytes(TwoTensors());
  bytes[7] = '\x7f';  // of the size of the head
  EXPECT_ERROR(Decoded(bytes), DataLoss, "has a head of");
}

// A head that describes a tensor as given, and no elements.
std::string Describing(int dtype, const std::vector<int64_t>& dims) {
  proto::CallHead head;
  proto::TensorHead* tensor = head.add_tensors();
  tensor->set_dtype(dtype);
  for (int64_t size : dims) tensor->add_dims(size);
  const std::string text = head.SerializeAsString();
  return std::string("PDC1") + static_cast<char>(text.size()) +
         std::string(3, '\0') + text;
}

TEST(Frame, TensorsThatCannotBeAreRefused) {
  EXPECT_ERROR(Decoded(Describing(11, {1})), DataLoss, "data type 11");
  EXPECT_ERROR(Decoded(Describing(-1, {1})), DataLoss, "data type -1");
  EXPECT_ERROR(Decoded(Describing(9, std::vector<int64_t>(10, 1))), DataLoss,
               "rank 10");
  const int64_t huge = int64_t{1} << 40;
  for (const auto& dims : std::vector<std::vector<int64_t>>{
           {-1}, {1}, {huge}, {huge, huge}, {huge, huge, huge, -1}}) {
    EXPECT_ERROR(Decoded(Describing(9, dims)), DataLoss, "larger than");
  }
}

TEST(Frame, DamageIsAnErrorOrAnotherCall) {
  const std::string bytes = FrameBytes(TwoTensors());
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string damaged = bytes;
    for (int flips = 0; flips < 1 + i % 3; ++flips) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    try {
      Decoded(damaged);
    } catch (const platform::Error& error) {
      EXPECT_EQ(error.code(), platform::ErrorCode::kDataLoss);
    }
  }
}

TEST(Frame, HasNoMoreTensorsThanAnybodySends) {
  Call call;
  call.tensors.assign(
      (1 << 16) + 1,
      framework::Tensor(framework::Dims({0}), framework::DataType::kFloat32));
  EXPECT_ERROR(DecodeCall({FrameBytes(call)}), DataLoss,
               "a frame of 65537 tensors");
}

}  // namespace
}  // namespace paddle::distributed
