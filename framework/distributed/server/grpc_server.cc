#include "paddle/framework/distributed/server/grpc_server.h"

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/server/grpc_frame.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

// One call under way. Owned by gRPC until OnDone; the target's reply may come
// later than that, if the caller has gone.
class Reactor final : public grpc::ServerGenericBidiReactor {
 public:
  explicit Reactor(CallTarget* target) : target_(target) {
    StartRead(&request_);
  }

  void OnReadDone(bool ok) override {
    if (!ok) {
      return state_->Finish(
          this, grpc::Status(grpc::INVALID_ARGUMENT, "a call without frame"));
    }
    Call call;
    try {
      call = CallOf(request_);
    } catch (const platform::Error& error) {
      return state_->Reply(this, ErrorReply(error.code(), error.what()));
    }
    request_.Clear();
    target_->Begin(std::move(call),
                   [state = state_, this](distributed::Reply reply) {
                     state->Reply(this, reply);
                   });
  }

  void OnCancel() override { state_->Finish(this, grpc::Status::CANCELLED); }

  void OnDone() override {
    state_->finished = true;
    delete this;
  }

 private:
  // Outlives the reactor: says whether it still takes an end.
  struct State {
    std::mutex mutex;
    bool finished = false;

    void Finish(Reactor* reactor, const grpc::Status& status) {
      std::lock_guard<std::mutex> lock(mutex);
      if (std::exchange(finished, true)) return;
      reactor->grpc::ServerGenericBidiReactor::Finish(status);
    }
    void Reply(Reactor* reactor, const distributed::Reply& reply) {
      std::lock_guard<std::mutex> lock(mutex);
      if (std::exchange(finished, true)) return;
      reactor->response_ = ToBuffer(reply);
      reactor->StartWriteAndFinish(&reactor->response_, grpc::WriteOptions(),
                                   grpc::Status::OK);
    }
  };

  CallTarget* const target_;
  grpc::ByteBuffer request_, response_;
  const std::shared_ptr<State> state_ = std::make_shared<State>();
};

class Service final : public grpc::CallbackGenericService {
 public:
  explicit Service(CallTarget* target) : target_(target) {}

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override {
    if (context->method() == kCallMethod) return new Reactor(target_);
    return grpc::CallbackGenericService::CreateReactor(context);
  }

 private:
  CallTarget* const target_;
};

class GrpcServer final : public CallServer {
 public:
  GrpcServer(const std::string& address, int port, CallTarget* target)
      : service_(target) {
    const std::string at = absl::StrCat(address, ":", port);
    grpc::ServerBuilder builder;
    builder.RegisterCallbackGenericService(&service_);
    builder.AddListeningPort(at, grpc::InsecureServerCredentials(), &port_);
    builder.SetMaxReceiveMessageSize(-1);
    // Two servers on one port would share its calls.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    server_ = builder.BuildAndStart();
    PADDLE_ENFORCE(server_ != nullptr && port_ != 0, Unavailable,
                   "cannot listen at ", at, ": the port may be in use");
  }

  ~GrpcServer() override {
    server_->Shutdown(std::chrono::system_clock::now());
  }

  int port() const override { return port_; }

 private:
  Service service_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace

std::unique_ptr<CallServer> ListenByGrpc(const std::string& address, int port,
                                         CallTarget* target) {
  return std::make_unique<GrpcServer>(address, port, target);
}

}  // namespace paddle::distributed
