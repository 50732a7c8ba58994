#include "paddle/framework/distributed/gloo/gloo_message.h"

#include <chrono>
#include <cstring>
#include <exception>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// A message of up to this many bytes is copied into its frame, which is faster
// than to send it apart.
constexpr size_t kSmall = 16 << 10;
constexpr size_t kHead = sizeof(uint64_t);

}  // namespace

GlooMessage::GlooMessage(std::shared_ptr<Hub> hub, int peer)
    : hub_(std::move(hub)), peer_(peer) {}

GlooMessage::~GlooMessage() { Finish(); }

void GlooMessage::Send(uint64_t tag, const void* data, size_t bytes) {
  const size_t inside = bytes <= kSmall ? bytes : 0;
  const uint64_t size = bytes;
  sends_ = true;
  bytes_ = bytes;
  frame_.reset(new char[kHead + inside]);
  std::memcpy(frame_.get(), &size, kHead);
  if (inside > 0) std::memcpy(frame_.get() + kHead, data, inside);
  Begin(tag, kHead + inside, const_cast<void*>(data));
}

void GlooMessage::Receive(uint64_t tag, void* data, size_t bytes) {
  bytes_ = bytes;
  data_ = data;
  // As large as any frame, since the sender may think of another size.
  frame_.reset(new char[kHead + kSmall]);
  Begin(tag, kHead + kSmall, data);
}

void GlooMessage::Begin(uint64_t tag, size_t frame_bytes, void* data) {
  gloo::transport::Context* link = hub_->mesh().links[peer_].get();
  tag_ = tag;
  frame_buffer_ = link->createUnboundBuffer(frame_.get(), frame_bytes);
  if (bytes_ > kSmall) rest_ = link->createUnboundBuffer(data, bytes_);
  if (absl::optional<std::string> why = hub_->Add(peer_, this)) {
    error_ = *std::move(why);
  }
}

void GlooMessage::Run() noexcept {
  const auto post = [this](const Buffer& buffer, uint64_t slot) {
    sends_ ? buffer->send(peer_, slot) : buffer->recv(peer_, slot);
  };
  try {
    post(frame_buffer_, SlotOf(tag_, 0));
    if (rest_ != nullptr) post(rest_, SlotOf(tag_, bytes_));
  } catch (const std::exception&) {
    // The connection is broken: Watch will end the wait.
  }
}

void GlooMessage::End() {
  for (const Buffer* buffer : {&frame_buffer_, &rest_}) {
    if (*buffer == nullptr) continue;
    sends_ ? (*buffer)->abortWaitSend() : (*buffer)->abortWaitRecv();
  }
}

// A wait that was ended because the peer is lost is repeated: the message may
// have arrived before. The connection is broken, so that this does not block.
// Only the loss of the peer and Abort end waits, each of them once.
void GlooMessage::Await(const Buffer& buffer) const {
  constexpr auto kNow = std::chrono::milliseconds(0);
  for (const std::chrono::milliseconds time : {kForever, kNow, kNow}) {
    if (sends_ ? buffer->waitSend(nullptr, time)
               : buffer->waitRecv(nullptr, time)) {
      return;
    }
    if (hub_->aborted()) break;
  }
  PADDLE_THROW(Unavailable, "a wait was ended");
}

void GlooMessage::Transfer() {
  Await(frame_buffer_);
  if (!sends_) {
    uint64_t size;
    std::memcpy(&size, frame_.get(), kHead);
    if (size != bytes_) {
      wrong_size_ = true;
      error_ = absl::StrCat("one sends ", size, " bytes, the other expects ",
                            bytes_);
      hub_->Abort(absl::StrCat(Name(), ": ", error_));
      return;
    }
    if (rest_ == nullptr && size > 0) {
      std::memcpy(data_, frame_.get() + kHead, size);
    }
  }
  if (rest_ != nullptr) Await(rest_);
}

void GlooMessage::Finish() {
  if (finished_) return;
  finished_ = true;
  try {
    if (error_.empty()) Transfer();
  } catch (const std::exception& error) {
    error_ = hub_->ReasonOf(peer_, error.what());
  }
  hub_->Remove(peer_, this);
  if (error_.empty()) {
    hub_->Discard(std::move(frame_buffer_));
    hub_->Discard(std::move(rest_));
    return;
  }
  // From here on Gloo does not touch the caller's memory.
  frame_buffer_.reset();
  rest_.reset();
}

void GlooMessage::Wait() {
  Finish();
  if (error_.empty()) return;
  const std::string message = absl::StrCat(Name(), ": ", error_);
  if (wrong_size_) PADDLE_THROW(InvalidArgument, message);
  PADDLE_THROW(Unavailable, message);
}

std::string GlooMessage::Name() const {
  const int rank = hub_->mesh().rank;
  return absl::StrCat("message from rank ", sends_ ? rank : peer_, " to rank ",
                      sends_ ? peer_ : rank);
}

}  // namespace paddle::distributed
