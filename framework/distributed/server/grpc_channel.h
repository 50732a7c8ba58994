// Opens connections by gRPC.
#pragma once

#include <grpcpp/channel.h>

#include <chrono>
#include <memory>
#include <string>

namespace paddle::distributed {

// Returns the way to a server, which takes messages of any size. A connection
// is asked each `ping` whether it lives, and ends if it is silent for `pong`;
// one that has ended is opened again within a second.
std::shared_ptr<grpc::Channel> NewChannel(const std::string& address,
                                          std::chrono::milliseconds ping,
                                          std::chrono::milliseconds pong);

}  // namespace paddle::distributed
