#include "paddle/framework/distributed/server/grpc_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>

#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/server/grpc_frame.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using platform::ErrorCode;

// A call under way; it ends itself.
struct CallUnderWay {
  grpc::ClientContext context;
  grpc::ByteBuffer request, response;
  CallTarget::Done done;
};

Reply ReplyOf(const grpc::Status& status, const grpc::ByteBuffer& response) {
  if (!status.ok()) {
    return ErrorReply(ErrorCode::kUnavailable,
                      absl::StrCat("the call failed: ", status.error_message(),
                                   " (code ", int{status.error_code()}, ")"));
  }
  try {
    return distributed::ReplyOf(response);
  } catch (const platform::Error& error) {
    return ErrorReply(error.code(), error.what());
  }
}

class GrpcClient final : public CallTarget {
 public:
  GrpcClient(const std::string& address, std::chrono::milliseconds timeout) {
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(-1);
    // By default a server that comes back is asked again after seconds.
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
    channel_ = grpc::CreateCustomChannel(
        address, grpc::InsecureChannelCredentials(), arguments);
    PADDLE_ENFORCE(
        channel_->WaitForConnected(std::chrono::system_clock::now() + timeout),
        Unavailable, "the server ", address, " has not answered for ",
        timeout.count(), " ms");
    stub_ = std::make_unique<grpc::GenericStub>(channel_);
  }

  void Begin(Call call, Done done) override {
    auto* under_way = new CallUnderWay;
    under_way->request = ToBuffer(call);
    under_way->done = std::move(done);
    stub_->UnaryCall(&under_way->context, kCallMethod, grpc::StubOptions(),
                     &under_way->request, &under_way->response,
                     [under_way](grpc::Status status) {
                       const std::unique_ptr<CallUnderWay> owner(under_way);
                       owner->done(ReplyOf(status, owner->response));
                     });
  }

 private:
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<grpc::GenericStub> stub_;
};

}  // namespace

std::unique_ptr<CallTarget> ConnectByGrpc(const std::string& address,
                                          std::chrono::milliseconds timeout) {
  return std::make_unique<GrpcClient>(address, timeout);
}

}  // namespace paddle::distributed
