#include "paddle/framework/distributed/server/grpc_server.h"

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "paddle/framework/distributed/server/frame_target.h"
#include "paddle/framework/distributed/server/grpc_frame.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/host_port.h"

namespace paddle::distributed {

namespace {

// One call under way. Owned by gRPC until OnDone; the answer may come later
// than that, if the caller has gone.
class Reactor final : public grpc::ServerGenericBidiReactor {
 public:
  explicit Reactor(const FrameHandler* handler) : handler_(*handler) {
    StartRead(&request_);
  }

  void OnReadDone(bool ok) override {
    if (!ok) {
      return state_->Finish(
          this, grpc::Status(grpc::INVALID_ARGUMENT, "a call without frame"));
    }
    Frame request;
    try {
      request = FrameOf(request_);
    } catch (const platform::Error& error) {
      return state_->Finish(this,
                            grpc::Status(grpc::INVALID_ARGUMENT, error.what()));
    }
    request_.Clear();
    handler_(std::move(request), [state = state_, this](const Frame& answer) {
      state->Answer(this, answer);
    });
  }

  void OnCancel() override { state_->Finish(this, grpc::Status::CANCELLED); }

  void OnDone() override {
    state_->End();
    delete this;
  }

 private:
  // Outlives the reactor: says whether it still takes an end.
  struct State {
    std::mutex mutex;
    bool finished = false;

    void End() {
      std::lock_guard<std::mutex> lock(mutex);
      finished = true;
    }
    void Finish(Reactor* reactor, const grpc::Status& status) {
      std::lock_guard<std::mutex> lock(mutex);
      if (std::exchange(finished, true)) return;
      reactor->grpc::ServerGenericBidiReactor::Finish(status);
    }
    void Answer(Reactor* reactor, const Frame& answer) {
      std::lock_guard<std::mutex> lock(mutex);
      if (std::exchange(finished, true)) return;
      reactor->response_ = ToBuffer(answer);
      reactor->StartWriteAndFinish(&reactor->response_, grpc::WriteOptions(),
                                   grpc::Status::OK);
    }
  };

  const FrameHandler& handler_;
  grpc::ByteBuffer request_, response_;
  const std::shared_ptr<State> state_ = std::make_shared<State>();
};

class Service final : public grpc::CallbackGenericService {
 public:
  explicit Service(FrameHandler handler) : handler_(std::move(handler)) {}

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override {
    if (context->method() == kCallMethod) return new Reactor(&handler_);
    return grpc::CallbackGenericService::CreateReactor(context);
  }

 private:
  const FrameHandler handler_;
};

class GrpcServer final : public CallServer {
 public:
  GrpcServer(const std::string& address, int port, FrameHandler handler,
             size_t most)
      : service_(std::move(handler)) {
    const std::string at = platform::HostPort(address, port);
    grpc::ServerBuilder builder;
    builder.RegisterCallbackGenericService(&service_);
    builder.AddListeningPort(at, grpc::InsecureServerCredentials(), &port_);
    builder.SetMaxReceiveMessageSize(-1);
    builder.SetResourceQuota(grpc::ResourceQuota("frames").Resize(most));
    // Two servers on one port would share its calls.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    // By default clients that ask more than every five minutes whether the
    // server is there are sent away.
    builder.AddChannelArgument(
        GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 500);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);
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

size_t MostFrameBytes() {
  const auto memory = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return std::max(memory / 2, size_t{8} << 30);
}

std::unique_ptr<CallServer> ListenForFramesByGrpc(const std::string& address,
                                                  int port,
                                                  FrameHandler handler,
                                                  size_t most) {
  return std::make_unique<GrpcServer>(address, port, std::move(handler), most);
}

std::unique_ptr<CallServer> ListenByGrpc(const std::string& address, int port,
                                         CallTarget* target, size_t most) {
  return ListenForFramesByGrpc(address, port, HandlerOf(target), most);
}

}  // namespace paddle::distributed
