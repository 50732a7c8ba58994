// The part of libpaddle_grpc.so that calls other servers than ours.
#include "paddle/framework/distributed/store/rpc_backend.h"

#include <chrono>
#include <exception>

#include "paddle/framework/distributed/group/backend_error.h"
#include "paddle/framework/distributed/server/grpc_calls.h"

struct PaddleRpcChannel {
  paddle::distributed::GrpcCalls calls;
};

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;

PaddleRpcChannel* Open(const char* address) {
  try {
    return new PaddleRpcChannel{GrpcCalls(address)};
  } catch (const std::exception&) {
    return nullptr;
  }
}

void Close(PaddleRpcChannel* channel) { delete channel; }

bool Connect(PaddleRpcChannel* channel, int64_t timeout_milliseconds) {
  return channel->calls.Connect(milliseconds(timeout_milliseconds));
}

int32_t Call(PaddleRpcChannel* channel, const char* method, const void* request,
             size_t bytes, int64_t timeout_milliseconds, PaddleRpcTake take,
             void* caller, PaddleRpcError* error) {
  grpc::Status status;
  try {
    status = channel->calls.Call(method, request, bytes,
                                 milliseconds(timeout_milliseconds),
                                 [=](const void* message, size_t size) {
                                   return take(caller, message, size);
                                 });
  } catch (const std::exception& caught) {
    status = grpc::Status(grpc::StatusCode::INTERNAL, caught.what());
  }
  SetText(status.error_message(), error);
  return status.error_code();
}

constexpr PaddleRpcTable kTable = {
    PADDLE_RPC_VERSION, sizeof(PaddleRpcTable), &Open, &Close, &Connect, &Call,
};

}  // namespace
}  // namespace paddle::distributed

extern "C" const PaddleRpcTable* PaddleRpcBackend() {
  return &paddle::distributed::kTable;
}
