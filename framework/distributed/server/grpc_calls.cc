#include "paddle/framework/distributed/server/grpc_calls.h"

#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/support/byte_buffer.h>

#include <vector>

#include "paddle/framework/distributed/server/grpc_channel.h"

namespace paddle::distributed {

namespace {

// A connection is asked that often, and ends if it is silent for so long.
// Servers of Go, such as etcd, end one that asks every 5 s or more often.
constexpr std::chrono::milliseconds kPing(6000);
constexpr std::chrono::milliseconds kPong(4000);

// Copies the bytes: those who take them see them in one piece.
std::string BytesOf(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string bytes;
  if (!buffer.Dump(&slices).ok()) return bytes;
  for (const grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

// Waits for the one operation that is under way; returns whether it was done.
bool Ended(grpc::CompletionQueue* queue) {
  void* tag = nullptr;
  bool done = false;
  return queue->Next(&tag, &done) && done;
}

}  // namespace

GrpcCalls::GrpcCalls(const std::string& address)
    : channel_(NewChannel(address, kPing, kPong)), stub_(channel_) {}

bool GrpcCalls::Connect(std::chrono::milliseconds timeout) {
  return channel_->WaitForConnected(std::chrono::system_clock::now() + timeout);
}

grpc::Status GrpcCalls::Call(const std::string& method, const void* request,
                             size_t bytes, std::chrono::milliseconds timeout,
                             const Take& take) {
  const grpc::Slice slice(request, bytes);
  grpc::CompletionQueue queue;
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout);
  const auto call = stub_.PrepareCall(&context, method, &queue);
  call->StartCall(nullptr);
  bool going = Ended(&queue);
  if (going) {
    call->WriteLast(grpc::ByteBuffer(&slice, 1), grpc::WriteOptions(), nullptr);
    going = Ended(&queue);
  }
  bool wanted = true;
  while (going && wanted) {
    grpc::ByteBuffer answer;
    call->Read(&answer, nullptr);
    going = Ended(&queue);
    if (!going) break;
    const std::string message = BytesOf(answer);
    wanted = take(message.data(), message.size());
  }
  if (!wanted) context.TryCancel();
  grpc::Status status;
  call->Finish(&status, nullptr);
  Ended(&queue);
  return wanted ? status : grpc::Status::OK;
}

}  // namespace paddle::distributed
