#include "paddle/tools/serve/grpc_server.h"

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/client_callback.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

#include "paddle/framework/serving/batcher.h"
#include "paddle/framework/serving/model_repository.h"
#include "paddle/framework/serving/testing/models.h"
#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/temporary_folder.h"
#include "paddle/tools/serve/inference.pb.h"
#include "paddle/tools/serve/testing/held_up.h"

namespace paddle::serve {
namespace {

using google::protobuf::MessageLite;
using serving::Outcome;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

grpc::ByteBuffer BufferOf(const MessageLite& message) {
  const grpc::Slice slice(message.SerializeAsString());
  return {&slice, 1};
}

class GrpcServerTest : public ::testing::Test {
 protected:
  GrpcServerTest() {
    Save("mlp", [] { return serving::testing::Classifier(3, 4, 2); });
    Save("lstm", [] { return serving::testing::Recurrent(3, 4); });
    repository_.Refresh();
  }

  void Save(const char* name, const serving::testing::WriteNetwork& write) {
    std::filesystem::create_directories(folder_.Path(name));
    serving::testing::SaveModel(folder_.Path(name) + "/1", write);
  }

  // A call under way.
  struct Pending {
    grpc::ClientContext context;
    grpc::ByteBuffer request, response;
    std::promise<grpc::Status> status;
  };

  std::shared_ptr<Pending> Begin(
      const std::string& method, const MessageLite& request,
      std::chrono::milliseconds time = std::chrono::minutes(5)) {
    const auto call = std::make_shared<Pending>();
    Start(call, method, request, time);
    return call;
  }

  void Start(const std::shared_ptr<Pending>& call, const std::string& method,
             const MessageLite& request,
             std::chrono::milliseconds time = std::chrono::minutes(5)) {
    call->request = BufferOf(request);
    call->context.set_deadline(std::chrono::system_clock::now() + time);
    stub_.UnaryCall(
        &call->context, "/inference.GRPCInferenceService/" + method, {},
        &call->request, &call->response,
        [call](const grpc::Status& end) { call->status.set_value(end); });
  }

  grpc::Status Finished(const std::shared_ptr<Pending>& call,
                        const std::string& method, const MessageLite& request) {
    Start(call, method, request);
    return call->status.get_future().get();
  }

  template <typename Response>
  grpc::Status Call(const std::string& method, const MessageLite& request,
                    Response* response) {
    const auto call = Begin(method, request);
    grpc::Status status = call->status.get_future().get();
    if (!status.ok()) return status;
    grpc::Slice slice;
    EXPECT_TRUE(call->response.DumpToSingleSlice(&slice).ok());
    EXPECT_TRUE(response->ParseFromArray(slice.begin(),
                                         static_cast<int>(slice.size())));
    return status;
  }

  static Limits SmallLimits() {
    Limits limits;
    limits.body_bytes = 20 << 20;
    limits.sequences = 100;
    return limits;
  }
  static ServiceOptions Options() {
    ServiceOptions options;
    options.limits = SmallLimits();
    return options;
  }

  platform::TemporaryFolder folder_;
  serving::ModelRepository repository_{folder_.Path(""), {}};
  Service service_{&repository_, Options()};
  const std::unique_ptr<Listener> server_ =
      ListenByGrpc(&service_, "127.0.0.1", 0, SmallLimits());
  grpc::GenericStub stub_{
      grpc::CreateChannel(absl::StrCat("127.0.0.1:", server_->port()),
                          grpc::InsecureChannelCredentials())};
};

proto::ModelInferRequest Ask(const std::string& model, int64_t rows,
                             int64_t width) {
  proto::ModelInferRequest request;
  request.set_model_name(model);
  request.set_id("one");
  auto* x = request.add_inputs();
  x->set_name("x");
  x->set_datatype("FP32");
  x->add_shape(rows);
  x->add_shape(width);
  for (int64_t i = 0; i < rows * width; ++i) {
    x->mutable_contents()->add_fp32_contents(static_cast<float>(i % 7) - 3);
  }
  return request;
}

// Moves the contents of all inputs to raw_input_contents.
proto::ModelInferRequest Raw(proto::ModelInferRequest request) {
  for (auto& input : *request.mutable_inputs()) {
    const auto& contents = input.contents();
    const auto& numbers = contents.fp32_contents();
    const auto& lengths = contents.int64_contents();
    if (lengths.empty()) {
      request.add_raw_input_contents(
          numbers.data(), sizeof(float) * static_cast<size_t>(numbers.size()));
    } else {
      request.add_raw_input_contents(
          lengths.data(),
          sizeof(int64_t) * static_cast<size_t>(lengths.size()));
    }
    input.clear_contents();
  }
  return request;
}

void AddLengths(const std::vector<int64_t>& lengths,
                proto::ModelInferRequest* request) {
  auto* input = request->add_inputs();
  input->set_name("x.lengths");
  input->set_datatype("INT64");
  input->add_shape(static_cast<int64_t>(lengths.size()));
  for (const int64_t length : lengths) {
    input->mutable_contents()->add_int64_contents(length);
  }
}

TEST_F(GrpcServerTest, DescribesItself) {
  proto::ServerLiveResponse live;
  ASSERT_TRUE(Call("ServerLive", proto::ModelName(), &live).ok());
  EXPECT_TRUE(live.live());
  proto::ServerReadyResponse ready;
  ASSERT_TRUE(Call("ServerReady", proto::ModelName(), &ready).ok());
  EXPECT_TRUE(ready.ready());
  proto::ServerMetadataResponse server;
  ASSERT_TRUE(Call("ServerMetadata", proto::ModelName(), &server).ok());
  EXPECT_EQ(server.name(), "paddle");
  proto::ModelName name;
  name.set_name("lstm");
  proto::ModelReadyResponse model_ready;
  ASSERT_TRUE(Call("ModelReady", name, &model_ready).ok());
  EXPECT_TRUE(model_ready.ready());
  proto::ModelMetadataResponse model;
  ASSERT_TRUE(Call("ModelMetadata", name, &model).ok());
  EXPECT_THAT(model.versions(), ElementsAre("1"));
  ASSERT_EQ(model.inputs_size(), 2);
  EXPECT_EQ(model.inputs(1).name(), "x.lengths");
  EXPECT_THAT(model.inputs(0).shape(), ElementsAre(-1, 3));
  name.set_version("2");
  ASSERT_TRUE(Call("ModelReady", name, &model_ready).ok());
  EXPECT_FALSE(model_ready.ready());
  EXPECT_EQ(Call("ModelMetadata", name, &model).error_code(), grpc::NOT_FOUND);
  service_.Drain();
  ASSERT_TRUE(Call("ServerReady", proto::ModelName(), &ready).ok());
  EXPECT_FALSE(ready.ready());
}

TEST_F(GrpcServerTest, ComputesTypedAndRawInputs) {
  const auto model = repository_.Find("lstm")->model;
  framework::LoDTensor x({5, 3}, framework::DataType::kFloat32);
  for (int i = 0; i < 15; ++i) {
    x.mutable_data<float>()[i] = static_cast<float>(i % 7) - 3;
  }
  x.set_lod(framework::LoD::FromLengths({{2, 0, 3}}));
  const auto expected = model->Run({x});
  proto::ModelInferRequest request = Ask("lstm", 5, 3);
  AddLengths({2, 0, 3}, &request);
  for (const auto& sent : {request, Raw(request)}) {
    proto::ModelInferResponse response;
    const grpc::Status status = Call("ModelInfer", sent, &response);
    ASSERT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(response.id(), "one");
    EXPECT_EQ(response.model_version(), "1");
    ASSERT_EQ(response.outputs_size(), 3);
    for (int i = 0; i < 2; ++i) {
      const auto& value = expected[static_cast<size_t>(i)];
      EXPECT_EQ(response.raw_output_contents(i),
                std::string(static_cast<const char*>(value.raw_data()),
                            value.bytes()));
    }
    EXPECT_EQ(response.outputs(2).name(),
              response.outputs(1).name() + ".lengths");
    EXPECT_THAT(response.outputs(2).shape(), ElementsAre(3));
  }
}

TEST_F(GrpcServerTest, NamesWhatIsWrong) {
  const auto refused = [&](const proto::ModelInferRequest& request,
                           grpc::StatusCode code, const char* message) {
    proto::ModelInferResponse response;
    const grpc::Status status = Call("ModelInfer", request, &response);
    EXPECT_EQ(status.error_code(), code) << status.error_message();
    EXPECT_THAT(status.error_message(), HasSubstr(message));
  };
  auto good = Ask("mlp", 2, 3);
  auto wrong = good;
  wrong.set_model_name("other");
  refused(wrong, grpc::NOT_FOUND, "other");
  wrong = good;
  wrong.mutable_inputs(0)->set_datatype("INT64");
  refused(wrong, grpc::INVALID_ARGUMENT, "inputs[0].datatype");
  wrong = good;
  wrong.mutable_inputs(0)->set_shape(0, -1);
  refused(wrong, grpc::INVALID_ARGUMENT, "inputs[0].shape");
  wrong.mutable_inputs(0)->set_shape(0, int64_t{1} << 62);
  refused(wrong, grpc::RESOURCE_EXHAUSTED, "inputs[0].shape");
  wrong.mutable_inputs(0)->set_shape(0, 3);
  refused(wrong, grpc::INVALID_ARGUMENT, "inputs[0].contents has 6 elements");
  wrong = Raw(good);
  wrong.mutable_raw_input_contents(0)->pop_back();
  refused(wrong, grpc::INVALID_ARGUMENT, "raw_input_contents[0] has 23 bytes");
  wrong = Raw(good);
  wrong.add_raw_input_contents("more");
  refused(wrong, grpc::INVALID_ARGUMENT, "raw_input_contents has 2 elements");
  wrong = Raw(good);
  *wrong.mutable_inputs() = good.inputs();
  refused(wrong, grpc::INVALID_ARGUMENT, "inputs[0].contents is there");
  wrong = good;
  wrong.add_outputs()->set_name("none");
  refused(wrong, grpc::INVALID_ARGUMENT, "outputs[0].name");
  wrong = good;
  (*wrong.mutable_parameters())["timeout"].set_int64_param(-1);
  refused(wrong, grpc::INVALID_ARGUMENT, "parameters.timeout");
  wrong = Ask("lstm", 2, 3);
  AddLengths(std::vector<int64_t>(101), &wrong);
  refused(wrong, grpc::RESOURCE_EXHAUSTED, "inputs[1].shape");
  wrong = good;
  wrong.add_raw_input_contents(std::string(21 << 20, 'a'));
  refused(wrong, grpc::RESOURCE_EXHAUSTED, "");
  proto::ServerLiveResponse live;
  EXPECT_EQ(Call("Unknown", good, &live).error_code(), grpc::UNIMPLEMENTED);
}

TEST_F(GrpcServerTest, TakesNothingThatGrows) {
  const auto refused = [&](const proto::ModelInferRequest& request,
                           grpc_compression_algorithm compression) {
    const auto call = std::make_shared<Pending>();
    call->context.set_compression_algorithm(compression);
    const auto end = Finished(call, "ModelInfer", request);
    return end.error_code();
  };
  auto request = Ask("mlp", 1, 3);
  EXPECT_EQ(refused(request, GRPC_COMPRESS_NONE), grpc::OK);
  // 19 MiB of it would come as a few KiB.
  (*request.mutable_parameters())["more"].set_string_param(
      std::string(19 << 20, 'a'));
  EXPECT_EQ(refused(request, GRPC_COMPRESS_NONE), grpc::OK);
  EXPECT_EQ(refused(request, GRPC_COMPRESS_GZIP), grpc::INVALID_ARGUMENT);
  request = Ask("mlp", 1, 3);
  for (int i = 0; i < 100; ++i) request.add_inputs()->mutable_contents();
  EXPECT_EQ(refused(request, GRPC_COMPRESS_NONE), grpc::RESOURCE_EXHAUSTED);
  proto::ModelName name;
  name.set_name(std::string(1 << 20, 'a'));
  proto::ModelMetadataResponse metadata;
  const grpc::Status none = Call("ModelMetadata", name, &metadata);
  EXPECT_EQ(none.error_code(), grpc::NOT_FOUND);
  EXPECT_LE(none.error_message().size(), 1024);
}

// A call that sends nothing.
class Silent
    : public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  explicit Silent(grpc::GenericStub* stub) {
    stub->PrepareBidiStreamingCall(
        &context_, "/inference.GRPCInferenceService/ModelInfer", {}, this);
    StartCall();
  }
  void OnDone(const grpc::Status& status) override {
    status_.set_value(status);
  }
  std::future<grpc::Status> end() { return status_.get_future(); }

 private:
  grpc::ClientContext context_;
  std::promise<grpc::Status> status_;
};

TEST_F(GrpcServerTest, BoundsCallsAndTheirTimes) {
  Limits limits = SmallLimits();
  limits.read = std::chrono::seconds(3);
  limits.connections = 1;
  const auto server = ListenByGrpc(&service_, "127.0.0.1", 0, limits);
  stub_ = grpc::GenericStub(
      grpc::CreateChannel(absl::StrCat("127.0.0.1:", server->port()),
                          grpc::InsecureChannelCredentials()));
  proto::ServerLiveResponse live;
  grpc::Status refused, ended;
  // One of these calls may be there first: the silent one is refused instead.
  while (refused.ok()) {
    Silent silent(&stub_);
    auto end = silent.end();
    while (refused.ok() && end.wait_for(std::chrono::milliseconds(1)) !=
                               std::future_status::ready) {
      refused = Call("ServerLive", proto::ModelName(), &live);
    }
    ended = end.get();
  }
  EXPECT_EQ(refused.error_code(), grpc::RESOURCE_EXHAUSTED);
  EXPECT_THAT(refused.error_message(), HasSubstr("too many calls"));
  EXPECT_EQ(ended.error_code(), grpc::DEADLINE_EXCEEDED);
  while (!Call("ServerLive", proto::ModelName(), &live).ok()) {
  }
}

// Returns a channel with a connection of its own.
std::shared_ptr<grpc::Channel> ChannelTo(int port, int number) {
  grpc::ChannelArguments arguments;
  arguments.SetInt("number", number);
  return grpc::CreateCustomChannel(absl::StrCat("127.0.0.1:", port),
                                   grpc::InsecureChannelCredentials(),
                                   arguments);
}

TEST_F(GrpcServerTest, BoundsConnections) {
  Limits limits = SmallLimits();
  limits.connections = 2;
  const auto server = ListenByGrpc(&service_, "127.0.0.1", 0, limits);
  const auto in = [](int milliseconds) {
    return std::chrono::system_clock::now() +
           std::chrono::milliseconds(milliseconds);
  };
  auto one = ChannelTo(server->port(), 1);
  const auto two = ChannelTo(server->port(), 2);
  ASSERT_TRUE(one->WaitForConnected(in(60000)));
  ASSERT_TRUE(two->WaitForConnected(in(60000)));
  const auto three = ChannelTo(server->port(), 3);
  EXPECT_FALSE(three->WaitForConnected(in(1500)));
  EXPECT_EQ(two->GetState(false), GRPC_CHANNEL_READY);
  one.reset();
  EXPECT_TRUE(three->WaitForConnected(in(60000)));
  stub_ = grpc::GenericStub(three);
  proto::ServerLiveResponse live;
  EXPECT_TRUE(Call("ServerLive", proto::ModelName(), &live).ok());
  EXPECT_TRUE(live.live());
}

TEST_F(GrpcServerTest, ListensAtNumbersWithColons) {
  EXPECT_GT(ListenByGrpc(&service_, "::1", 0, SmallLimits())->port(), 0);
}

// A model whose thread can be held up, and whose queue has room for one.
class HeldUpTest : public GrpcServerTest {
 protected:
  HeldUpTest() {
    platform::AtomicWriteFile(folder_.Path("mlp/config.json"),
                              R"({"queue": 1})");
    repository_.Refresh();
  }

  void HoldUp() { held_up_.emplace(repository_.Find("mlp")->batcher.get()); }

  uint64_t Count(Outcome outcome) {
    return repository_.Find("mlp")->stats->count(outcome);
  }
  void WaitForWaiting(size_t count) {
    while (repository_.Find("mlp")->batcher->waiting() != count) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  // Returns once so many have not been computed, as nobody waited for them.
  void WaitForDropped(uint64_t count) {
    while (Count(Outcome::kExpired) + Count(Outcome::kGone) != count) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  // Returns when the server, too, has ended the calls that the client has. What
  // the client says is on its way, and the server's deadlines are rounded up.
  void WaitForServerToHear() {
    std::this_thread::sleep_for(std::chrono::seconds(2));
  }

  absl::optional<testing::HeldUp> held_up_;
};

TEST_F(HeldUpTest, ComputesNothingForThoseWhoAreLateOrGone) {
  HoldUp();
  // Time enough to come to the queue of a busy machine.
  const auto late =
      Begin("ModelInfer", Ask("mlp", 1, 3), std::chrono::seconds(5));
  WaitForWaiting(1);
  proto::ModelInferResponse response;
  const grpc::Status full = Call("ModelInfer", Ask("mlp", 1, 3), &response);
  EXPECT_EQ(full.error_code(), grpc::RESOURCE_EXHAUSTED);
  EXPECT_THAT(full.error_message(), HasSubstr("too many requests"));
  EXPECT_EQ(late->status.get_future().get().error_code(),
            grpc::DEADLINE_EXCEEDED);
  WaitForServerToHear();
  held_up_.reset();
  WaitForDropped(1);
  HoldUp();
  const auto gone = Begin("ModelInfer", Ask("mlp", 1, 3));
  WaitForWaiting(1);
  gone->context.TryCancel();
  EXPECT_EQ(gone->status.get_future().get().error_code(), grpc::CANCELLED);
  WaitForServerToHear();
  held_up_.reset();
  WaitForDropped(2);
  EXPECT_EQ(Count(Outcome::kDone), 2);  // those that have held up the thread
}

TEST_F(HeldUpTest, AnswersWhatItHasBegunWhenItDrains) {
  HoldUp();
  const auto call = Begin("ModelInfer", Ask("mlp", 1, 3));
  WaitForWaiting(1);
  auto drained = std::async(std::launch::async, [&] {
    return server_->Drain(std::chrono::seconds(60));
  });
  // It drains once it takes nothing new.
  proto::ServerLiveResponse live;
  while (Call("ServerLive", proto::ModelName(), &live).ok()) {
  }
  held_up_.reset();
  EXPECT_TRUE(call->status.get_future().get().ok());
  EXPECT_TRUE(drained.get());
}

}  // namespace
}  // namespace paddle::serve
