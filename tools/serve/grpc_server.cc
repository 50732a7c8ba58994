#include "paddle/tools/serve/grpc_server.h"

#include <grpcpp/alarm.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "paddle/platform/enforce.h"
#include "paddle/tools/serve/connection_gate.h"
#include "paddle/tools/serve/grpc_messages.h"
#include "paddle/tools/serve/http_reply.h"
#include "paddle/tools/serve/inference.pb.h"
#include "paddle/tools/serve/model_path.h"
#include "paddle/tools/serve/request_scan.h"

namespace paddle::serve {
namespace {

using google::protobuf::MessageLite;
using platform::ErrorCode;
using serving::Answer;
using serving::Outcome;

constexpr char kService[] = "/inference.GRPCInferenceService/";
constexpr int kStreams = 128;          // calls at a time of one connection
constexpr size_t kMessageMost = 1024;  // bytes that say what is wrong

grpc::StatusCode CodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kTypeMismatch:
      return grpc::INVALID_ARGUMENT;
    case ErrorCode::kNotFound:
      return grpc::NOT_FOUND;
    case ErrorCode::kOutOfRange:
    case ErrorCode::kResourceExhausted:
      return grpc::RESOURCE_EXHAUSTED;
    case ErrorCode::kUnavailable:
      return grpc::UNAVAILABLE;
    default:
      return grpc::INTERNAL;
  }
}

// A status travels in a header, which has to stay small.
grpc::Status Refusal(grpc::StatusCode code, absl::string_view message) {
  return {code, std::string(message.substr(0, kMessageMost))};
}

grpc::Status StatusOf(const Answer& answer) {
  switch (answer.outcome) {
    case Outcome::kDone:
      return grpc::Status::OK;
    case Outcome::kExpired:
      return Refusal(grpc::DEADLINE_EXCEEDED, answer.error);
    case Outcome::kGone:
      return Refusal(grpc::CANCELLED, answer.error);
    case Outcome::kRefused:
      return Refusal(grpc::RESOURCE_EXHAUSTED, answer.error);
    default:
      return Refusal(CodeOf(CodeOfAnswer(answer.code)), answer.error);
  }
}

// Runs `answer`, and returns the status of an error that it throws.
template <typename Function>
grpc::Status Caught(Function answer) {
  try {
    return answer();
  } catch (const platform::Error& error) {
    return Refusal(CodeOf(error.code()), error.message());
  } catch (const std::bad_alloc&) {
    return {grpc::RESOURCE_EXHAUSTED, "no memory"};
  } catch (const std::exception& error) {
    return Refusal(grpc::INTERNAL, error.what());
  }
}

grpc::Slice SliceOf(const grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  PADDLE_ENFORCE(buffer.DumpToSingleSlice(&slice).ok(), InvalidArgument,
                 "the message cannot be read");
  return slice;
}

template <typename Message>
Message Parsed(const grpc::Slice& slice) {
  Message message;
  PADDLE_ENFORCE(
      message.ParseFromArray(slice.begin(), static_cast<int>(slice.size())),
      InvalidArgument, "the message is not one of this method");
  return message;
}

// Returns the bytes of a message. Throws OutOfRange for what no message can
// hold, std::bad_alloc.
grpc::ByteBuffer BufferOf(const MessageLite& message) {
  const size_t size = message.ByteSizeLong();
  PADDLE_ENFORCE(size <= INT_MAX, OutOfRange, "the reply has ", size,
                 " bytes, more than the ", INT_MAX, " of a message");
  auto bytes = std::make_unique<std::string>(message.SerializeAsString());
  const grpc::Slice slice(
      bytes->data(), bytes->size(),
      [](void* owned) { delete static_cast<std::string*>(owned); },
      bytes.get());
  bytes.release();
  return {&slice, 1};
}

// The deadline of a call by the clock of the queue.
serving::Clock::time_point DeadlineOf(
    const grpc::GenericCallbackServerContext& context) {
  const auto deadline = context.deadline();
  if (deadline == std::chrono::system_clock::time_point::max()) {
    return serving::Clock::time_point::max();
  }
  const auto left = deadline - std::chrono::system_clock::now();
  // gRPC says "never" by times that are far away.
  if (left > std::chrono::hours(24 * 365)) {
    return serving::Clock::time_point::max();
  }
  return serving::Clock::now() + left;
}

// One call under way. Owned by gRPC until OnDone; the answer may come later
// than that, if the client has gone.
class Reactor final : public grpc::ServerGenericBidiReactor {
 public:
  Reactor(Service* service, const Limits* limits, std::atomic<size_t>* calls,
          grpc::GenericCallbackServerContext* context)
      : service_(*service),
        limits_(*limits),
        calls_(*calls),
        context_(*context) {
    if (++calls_ > limits_.connections) {
      state_->Finish(
          this, {grpc::RESOURCE_EXHAUSTED, "too many calls are under way"});
      return;
    }
    late_.Set(std::chrono::system_clock::now() + limits_.read,
              [this, state = state_](bool late) {
                if (!late) return;
                state->Finish(this, {grpc::DEADLINE_EXCEEDED,
                                     "no message has come in time"});
              });
    StartRead(&request_);
  }

  void OnReadDone(bool ok) override {
    late_.Cancel();
    if (!ok) {
      return state_->Finish(this, {grpc::INVALID_ARGUMENT, "no message"});
    }
    const grpc::Status status = Caught([&] { return Route(); });
    if (!status.ok()) state_->Finish(this, status);
  }

  void OnCancel() override {
    *gone_ = true;
    state_->Finish(this, grpc::Status::CANCELLED);
  }

  void OnDone() override {
    state_->End();
    --calls_;
    delete this;
  }

 private:
  // Outlives the reactor: says whether it still takes an end.
  struct State {
    std::mutex mutex;
    bool finished = false;

    void End() {
      const std::lock_guard<std::mutex> lock(mutex);
      finished = true;
    }
    void Finish(Reactor* reactor, const grpc::Status& status) {
      const std::lock_guard<std::mutex> lock(mutex);
      if (std::exchange(finished, true)) return;
      reactor->grpc::ServerGenericBidiReactor::Finish(status);
    }
    void Answer(Reactor* reactor, const grpc::ByteBuffer& message) {
      const std::lock_guard<std::mutex> lock(mutex);
      if (std::exchange(finished, true)) return;
      reactor->response_ = message;
      reactor->StartWriteAndFinish(&reactor->response_, grpc::WriteOptions(),
                                   grpc::Status::OK);
    }
  };

  // Answers, now or later, unless the status is an error.
  grpc::Status Route() {
    absl::string_view method = context_.method();
    if (!absl::ConsumePrefix(&method, kService)) method = "";
    if (method == "ServerLive") {
      proto::ServerLiveResponse live;
      live.set_live(true);
      return Reply(live);
    }
    if (method == "ServerReady") {
      proto::ServerReadyResponse ready;
      ready.set_ready(service_.NotReady().empty());
      return Reply(ready);
    }
    if (method == "ServerMetadata") return Reply(ServerMetadata());
    if (method == "ModelReady") return ReplyModelReady();
    if (method == "ModelMetadata") return ReplyModelMetadata();
    if (method == "ModelInfer") return Infer();
    return {grpc::UNIMPLEMENTED,
            absl::StrCat("there is no method ",
                         absl::string_view(context_.method()).substr(0, 128))};
  }

  grpc::Status Reply(const MessageLite& message) {
    state_->Answer(this, BufferOf(message));
    return grpc::Status::OK;
  }

  std::shared_ptr<serving::ModelVersion> Find(const std::string& name,
                                              const std::string& version) {
    absl::optional<int64_t> number;
    if (!version.empty()) number = ParseVersion(version);
    return service_.repository().Find(name, number);
  }

  grpc::Status ReplyModelReady() {
    const auto name = Parsed<proto::ModelName>(SliceOf(request_));
    proto::ModelReadyResponse ready;
    try {
      Find(name.name(), name.version());
      ready.set_ready(true);
    } catch (const platform::Error& error) {
      if (error.code() != ErrorCode::kNotFound) throw;
      ready.set_ready(false);
    }
    return Reply(ready);
  }

  grpc::Status ReplyModelMetadata() {
    const auto name = Parsed<proto::ModelName>(SliceOf(request_));
    const auto model = Find(name.name(), name.version());
    return Reply(
        MetadataOf(*model, service_.repository().Versions(name.name())));
  }

  grpc::Status Infer() {
    const grpc::Slice bytes = SliceOf(request_);
    request_.Clear();
    const RequestHead head = ScanRequest(
        {reinterpret_cast<const char*>(bytes.begin()), bytes.size()}, limits_);
    const auto model = Find(head.model_name, head.model_version);
    service_.Ask(
        model, DeadlineOf(context_), gone_,
        [&] {
          return CallOf(Parsed<proto::ModelInferRequest>(bytes), *model->model,
                        limits_);
        },
        // The model may be dropped before its reply is written.
        [this, state = state_, name = model->name, version = model->version,
         served = model->model, limit = limits_.reply_bytes](
            const Answer& answer, const InferCall& call) {
          grpc::ByteBuffer response;
          grpc::Status status = StatusOf(answer);
          if (status.ok()) {
            status = Caught([&] {
              response = BufferOf(ResponseOf(name, version, *served, call,
                                             answer.outputs, limit));
              return grpc::Status::OK;
            });
          }
          if (!status.ok()) return state->Finish(this, status);
          state->Answer(this, response);
        });
    return grpc::Status::OK;
  }

  Service& service_;
  const Limits& limits_;
  std::atomic<size_t>& calls_;
  grpc::GenericCallbackServerContext& context_;
  grpc::ByteBuffer request_, response_;
  grpc::Alarm late_;  // ends the wait for the request
  const std::shared_ptr<std::atomic<bool>> gone_ =
      std::make_shared<std::atomic<bool>>(false);
  const std::shared_ptr<State> state_ = std::make_shared<State>();
};

class Calls final : public grpc::CallbackGenericService {
 public:
  Calls(Service* service, const Limits& limits)
      : service_(*service), limits_(limits) {}

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override {
    return new Reactor(&service_, &limits_, &calls_, context);
  }

  size_t under_way() const { return calls_; }

 private:
  Service& service_;
  const Limits limits_;
  std::atomic<size_t> calls_{0};  // under way
};

int MillisecondsOf(std::chrono::seconds time) {
  return static_cast<int>(
      std::min<int64_t>(std::chrono::milliseconds(time).count(), INT_MAX));
}

// Sets what holds for one connection.
void SetLimits(const Limits& limits, grpc::ServerBuilder* builder) {
  builder->SetMaxReceiveMessageSize(
      static_cast<int>(std::min<size_t>(limits.body_bytes, INT_MAX)));
  // Compressed messages would grow beyond that without limit.
  builder->AddChannelArgument(GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0);
  builder->AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kStreams);
  builder->AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS,
                              MillisecondsOf(limits.idle));
  builder->AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS,
                              MillisecondsOf(limits.read));
}

// Keeps the threads that run callbacks until the process ends. gRPC ends them
// with its last server, and in 1.51 one of them may then use their queue after
// another has freed it, which aborts the process. A server without ports holds
// them and takes nothing.
void KeepCallbackThreads() {
  static const grpc::Server* const kept = [] {
    grpc::ServerBuilder builder;
    builder.RegisterCallbackGenericService(new grpc::CallbackGenericService);
    return builder.BuildAndStart().release();
  }();
  PADDLE_ENFORCE(kept != nullptr, Unavailable, "gRPC does not start");
}

class GrpcServer final : public Listener {
 public:
  GrpcServer(Service* service, const std::string& host, int port,
             const Limits& limits)
      : calls_(service, limits) {
    KeepCallbackThreads();
    grpc::ServerBuilder builder;
    builder.RegisterCallbackGenericService(&calls_);
    acceptor_ = builder.experimental().AddExternalConnectionAcceptor(
        grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD,
        grpc::InsecureServerCredentials());
    SetLimits(limits, &builder);
    builder.SetResourceQuota(
        grpc::ResourceQuota("requests").Resize(limits.all_body_bytes));
    server_ = builder.BuildAndStart();
    PADDLE_ENFORCE(server_ != nullptr, Unavailable, "gRPC does not start");
    // Before the server is there, it would lose sockets.
    gate_ = std::make_unique<ConnectionGate>(
        host, port, limits.connections, [this](int socket) { Take(socket); });
  }
  ~GrpcServer() override { Drain(std::chrono::milliseconds(0)); }

  int port() const override { return gate_->port(); }

  bool Drain(std::chrono::milliseconds time) override {
    gate_->Close();
    const auto end = std::chrono::system_clock::now() + time;
    const bool none = calls_.under_way() == 0;
    server_->Shutdown(end);
    return none || std::chrono::system_clock::now() < end;
  }

 private:
  void Take(int socket) {
    grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters
        connection;
    connection.fd = socket;
    acceptor_->HandleNewConnection(&connection);
  }

  Calls calls_;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> acceptor_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<ConnectionGate> gate_;
};

}  // namespace

std::unique_ptr<Listener> ListenByGrpc(Service* service,
                                       const std::string& host, int port,
                                       const Limits& limits) {
  return std::make_unique<GrpcServer>(service, host, port, limits);
}

}  // namespace paddle::serve
