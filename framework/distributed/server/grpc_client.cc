#include "paddle/framework/distributed/server/grpc_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>

#include <condition_variable>
#include <mutex>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/server/frame_target.h"
#include "paddle/framework/distributed/server/grpc_channel.h"
#include "paddle/framework/distributed/server/grpc_frame.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

// A connection is asked that often, while it has calls, and ends if it is
// silent for so long.
constexpr std::chrono::milliseconds kPing(2000);
constexpr std::chrono::milliseconds kPong(5000);

struct CallUnderWay {
  grpc::ClientContext context;
  grpc::ByteBuffer request, response;
};

// The calls of a client that have not ended. A call keeps its channel, which
// must not go in a thread of gRPC: that one would wait for itself.
class CallsUnderWay {
 public:
  void Add(CallUnderWay* call) {
    std::lock_guard<std::mutex> lock(mutex_);
    calls_.insert(call);
  }
  // Destroys a call.
  void Destroy(CallUnderWay* call) {
    std::lock_guard<std::mutex> lock(mutex_);
    calls_.erase(call);
    delete call;
    if (calls_.empty()) changed_.notify_all();
  }
  // Ends all calls and returns when they are gone.
  void End() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (CallUnderWay* call : calls_) call->context.TryCancel();
    changed_.wait(lock, [&] { return calls_.empty(); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<CallUnderWay*> calls_;
};

// Gives the caller what has come of a call.
void Answer(const grpc::Status& status, const grpc::ByteBuffer& response,
            FrameClient::Done given) {
  const FrameClient::Done done = std::move(given);  // which ends here
  if (!status.ok()) {
    const std::string error = absl::StrCat(status.error_message(), " (code ",
                                           int{status.error_code()}, ")");
    return done(Frame(), error.c_str());
  }
  Frame answer;
  try {
    answer = FrameOf(response);
  } catch (const platform::Error& error) {
    return done(answer, error.what());
  }
  done(answer, nullptr);
}

class GrpcClient final : public FrameClient {
 public:
  GrpcClient(const std::string& address, std::chrono::milliseconds timeout)
      : channel_(NewChannel(address, kPing, kPong)) {
    PADDLE_ENFORCE(
        channel_->WaitForConnected(std::chrono::system_clock::now() + timeout),
        Unavailable, "the server ", address, " has not answered for ",
        timeout.count(), " ms");
    stub_ = std::make_unique<grpc::GenericStub>(channel_);
  }

  ~GrpcClient() override { under_way_->End(); }

  void Begin(Frame request, Done done) override {
    auto* begun = new CallUnderWay;
    begun->request = ToBuffer(request);
    under_way_->Add(begun);
    stub_->UnaryCall(&begun->context, kCallMethod, grpc::StubOptions(),
                     &begun->request, &begun->response,
                     [begun, calls = under_way_, done = std::move(done)](
                         const grpc::Status& status) mutable {
                       // The client waits for the call, and so for all that is
                       // done with its answer, and for what that holds.
                       Answer(status, begun->response, std::move(done));
                       calls->Destroy(begun);
                     });
  }

 private:
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<grpc::GenericStub> stub_;
  const std::shared_ptr<CallsUnderWay> under_way_ =
      std::make_shared<CallsUnderWay>();
};

}  // namespace

std::unique_ptr<FrameClient> ConnectFramesByGrpc(
    const std::string& address, std::chrono::milliseconds timeout) {
  return std::make_unique<GrpcClient>(address, timeout);
}

std::unique_ptr<CallTarget> ConnectByGrpc(const std::string& address,
                                          std::chrono::milliseconds timeout) {
  return NewFrameTarget(ConnectFramesByGrpc(address, timeout));
}

}  // namespace paddle::distributed
