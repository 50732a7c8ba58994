#include "paddle/framework/distributed/group/message_list.h"

namespace paddle::distributed {

MessageList::~MessageList() {
  if (!messages_.empty()) transport_->Abort("it gave up in the middle");
}

void MessageList::Send(int peer, uint64_t tag, const void* data, size_t bytes) {
  messages_.push_back(transport_->Send(peer, tag, data, bytes));
}

void MessageList::Receive(int peer, uint64_t tag, void* data, size_t bytes) {
  messages_.push_back(transport_->Receive(peer, tag, data, bytes));
}

void MessageList::WaitAll() {
  for (const std::unique_ptr<Message>& message : messages_) message->Wait();
  messages_.clear();
}

}  // namespace paddle::distributed
