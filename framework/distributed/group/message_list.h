// Keeps the messages of one step of a collective call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/distributed/group/transport.h"

namespace paddle::distributed {

// Messages that are waited for together. Destroyed before all have arrived, it
// aborts the transport: the memory that they use is about to go, and the others
// would wait for this member in vain. Used by one thread.
class MessageList {
 public:
  // The transport must outlive the list.
  explicit MessageList(Transport* transport) : transport_(transport) {}
  ~MessageList();

  // As the functions of Transport.
  void Send(int peer, uint64_t tag, const void* data, size_t bytes);
  void Receive(int peer, uint64_t tag, void* data, size_t bytes);
  // Waits for all; the list is empty then. Throws what a message throws.
  void WaitAll();

 private:
  Transport* const transport_;
  std::vector<std::unique_ptr<Message>> messages_;
};

}  // namespace paddle::distributed
