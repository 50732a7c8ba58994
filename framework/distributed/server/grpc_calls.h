// Calls any server of gRPC, with messages that are bytes.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace paddle::distributed {

// The way to one server. A connection that is dead ends calls with Unavailable
// after 10 s. Thread safe.
class GrpcCalls {
 public:
  // Called for each message of an answer; returns whether more are wanted.
  using Take = std::function<bool(const void* message, size_t bytes)>;

  explicit GrpcCalls(const std::string& address);

  // Returns as soon as there is a connection, or false after the time.
  bool Connect(std::chrono::milliseconds timeout);
  // Sends one message, and returns when the answer has ended or is not wanted
  // any more; DEADLINE_EXCEEDED after the time.
  grpc::Status Call(const std::string& method, const void* request,
                    size_t bytes, std::chrono::milliseconds timeout,
                    const Take& take);

 private:
  const std::shared_ptr<grpc::Channel> channel_;
  grpc::GenericStub stub_;
};

}  // namespace paddle::distributed
