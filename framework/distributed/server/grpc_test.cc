#include <atomic>
#include <chrono>
#include <cstring>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/server/frame_library.h"
#include "paddle/framework/distributed/server/grpc_client.h"
#include "paddle/framework/distributed/server/grpc_server.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

// Returns what it is sent; a call of the block "never" it keeps.
class Echo final : public CallTarget {
 public:
  void Begin(Call call, Done done) override {
    if (call.head.block() == "never") {
      kept_ = std::move(done);
      came_.set_value();
      return;
    }
    Reply reply;
    reply.tensors = std::move(call.tensors);
    done(std::move(reply));
  }
  void WaitForCall() { came_.get_future().wait(); }
  void AnswerKept() { kept_(Reply()); }

 private:
  Done kept_;
  std::promise<void> came_;
};

#ifdef __SANITIZE_THREAD__
// gRPC is compiled without ThreadSanitizer, which takes each word that it sends
// for a race, and looks up that it is to say nothing of that
// (no_library_races.cc): 20 MB take minutes.
constexpr int64_t kLargest = 50000;
#else
constexpr int64_t kLargest = 5000000;
#endif

constexpr char kLibrary[] = "framework/distributed/server/libpaddle_grpc.so";

// The parameter: whether gRPC is loaded at run time, and not linked.
class GrpcTest : public ::testing::TestWithParam<bool> {
 protected:
  std::string Address() const {
    return "127.0.0.1:" + std::to_string(server_->port());
  }
  std::unique_ptr<CallTarget> Client() const {
    return Connect(Address(), std::chrono::seconds(10));
  }
  static std::unique_ptr<CallTarget> Connect(
      const std::string& address, std::chrono::milliseconds timeout) {
    return GetParam()
               ? ConnectByLibrary(LoadFrameLibrary(kLibrary), address, timeout)
               : ConnectByGrpc(address, timeout);
  }
  static std::unique_ptr<CallServer> Listen(int port, CallTarget* target) {
    return GetParam() ? ListenByLibrary(LoadFrameLibrary(kLibrary), "127.0.0.1",
                                        port, target)
                      : ListenByGrpc("127.0.0.1", port, target);
  }
  static Call Never() {
    Call call;
    call.head.set_block("never");
    return call;
  }

  Echo echo_;
  std::unique_ptr<CallServer> server_ = Listen(0, &echo_);
};

INSTANTIATE_TEST_SUITE_P(Ways, GrpcTest, ::testing::Bool(),
                         [](const auto& info) {
                           return std::string(info.param ? "Loaded" : "Linked");
                         });

TEST_P(GrpcTest, CarriesTensorsOfAnySize) {
  const auto client = Client();
  for (const int64_t count :
       {int64_t{0}, int64_t{1}, int64_t{1000}, kLargest}) {
    Tensor numbers(Dims({count}), DataType::kInt32);
    for (int64_t i = 0; i < count; ++i) {
      numbers.mutable_data<int32_t>()[i] = static_cast<int32_t>(i * 7);
    }
    Call call;
    call.tensors = {numbers};
    const Reply reply = Await(client.get(), call);
    ThrowErrorOf(reply, "here");
    ASSERT_EQ(reply.tensors.size(), 1);
    ASSERT_EQ(reply.tensors[0].numel(), count);
    EXPECT_TRUE(count == 0 ||
                std::memcmp(reply.tensors[0].raw_data(), numbers.raw_data(),
                            numbers.bytes()) == 0);
  }
}

TEST_P(GrpcTest, AServerThatGoesEndsCalls) {
  const auto client = Client();
  std::future<Reply> reply = BeginCall(client.get(), Never());
  echo_.WaitForCall();
  server_ = nullptr;
  EXPECT_ERROR(ThrowErrorOf(reply.get(), "here"), Unavailable,
               "the call failed");
  echo_.AnswerKept();  // Nobody waits for it.
  EXPECT_ERROR(ThrowErrorOf(Await(client.get(), Call()), "here"), Unavailable,
               "the call failed");
}

TEST_P(GrpcTest, AClientThatGoesEndsItsCalls) {
  auto client = Client();
  std::future<Reply> reply = BeginCall(client.get(), Never());
  echo_.WaitForCall();
  client = nullptr;
  EXPECT_ERROR(ThrowErrorOf(reply.get(), "here"), Unavailable,
               "the call failed");
  echo_.AnswerKept();
}

TEST_P(GrpcTest, ClientsMayGoWhileCallsEnd) {
  for (int i = 0; i < 100; ++i) {
    auto client = Client();
    std::future<Reply> reply = BeginCall(client.get(), Call());
    if (i % 2 == 0) reply.wait();
  }
}

TEST_P(GrpcTest, AClientThatGoesWaitsForWhatIsDoneWithAnswers) {
  auto client = Client();
  std::promise<void> came;
  std::atomic<bool> done{false};
  client->Begin(Call(), [&](const Reply&) {
    came.set_value();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    done = true;
  });
  came.get_future().wait();
  client = nullptr;
  EXPECT_TRUE(done);
}

TEST_P(GrpcTest, TwoServersDoNotShareAPort) {
  EXPECT_ERROR(Listen(server_->port(), &echo_), Unavailable,
               "cannot listen at " + Address() + ": the port may be in use");
}

TEST_P(GrpcTest, NobodyAnswers) {
  const std::string address = Address();
  server_ = nullptr;
  EXPECT_ERROR(Connect(address, std::chrono::milliseconds(200)), Unavailable,
               "the server " + address + " has not answered for 200 ms");
}

TEST(GrpcServerTest, EndsCallsOfMoreBytesThanItTakes) {
  Echo echo;
  constexpr int64_t kMost = 1 << 20;
  const auto server = ListenByGrpc("127.0.0.1", 0, &echo, kMost);
  const std::string address = "127.0.0.1:" + std::to_string(server->port());
  const auto client = ConnectByGrpc(address, std::chrono::seconds(10));
  Call large;
  large.tensors = {Tensor(Dims({16 * kMost}), DataType::kUInt8)};
  EXPECT_ERROR(ThrowErrorOf(Await(client.get(), large), "here"), Unavailable,
               "the call failed");
  // Others go on.
  const auto other = ConnectByGrpc(address, std::chrono::seconds(10));
  Call small;
  small.tensors = {Tensor(Dims({kMost / 8}), DataType::kUInt8)};
  for (int i = 0; i < 20; ++i) {
    const Reply reply = Await(other.get(), small);
    ThrowErrorOf(reply, "here");
    EXPECT_EQ(reply.tensors.size(), 1);
  }
}

TEST(FrameLibrary, OthersAreRefused) {
  EXPECT_ERROR(LoadFrameLibrary("/nowhere/libpaddle_grpc.so"), InvalidArgument,
               "'/nowhere/libpaddle_grpc.so' cannot be loaded: ");
  EXPECT_ERROR(LoadFrameLibrary("libc.so.6"), InvalidArgument,
               "'libc.so.6' has no function PaddleFrameBackend: it carries no "
               "calls between processes");
}

}  // namespace
}  // namespace paddle::distributed
