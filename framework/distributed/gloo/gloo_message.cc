#include "paddle/framework/distributed/gloo/gloo_message.h"

#include <chrono>
#include <cstring>
#include <exception>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/gloo/shared_pool.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// A message of up to this many bytes is copied into its frame, which is faster
// than to send it apart.
constexpr size_t kSmall = 16 << 10;

// Begins a frame.
struct Head {
  uint64_t bytes;  // of the message
  uint64_t place;  // of the bytes in the receiver's pool, 0 if not there
};
constexpr size_t kHead = sizeof(Head);

}  // namespace

GlooMessage::GlooMessage(std::shared_ptr<Hub> hub, int peer)
    : hub_(std::move(hub)), peer_(peer) {}

GlooMessage::~GlooMessage() { Finish(); }

void GlooMessage::Send(uint64_t tag, const void* data, size_t bytes) {
  const size_t inside = bytes <= kSmall ? bytes : 0;
  SharedPool* const pool =
      bytes > kSmall ? hub_->mesh().outbox(peer_) : nullptr;
  const Head head{bytes, pool == nullptr ? 0 : pool->Put(data, bytes)};
  sends_ = true;
  tag_ = tag;
  bytes_ = bytes;
  data_ = const_cast<void*>(data);
  frame_.reset(new char[kHead + inside]);
  std::memcpy(frame_.get(), &head, kHead);
  if (inside > 0) std::memcpy(frame_.get() + kHead, data, inside);
  // The receiver expects something to follow whether or not there is room.
  Begin(kHead + inside, head.place == 0 ? bytes : 0);
}

void GlooMessage::Receive(uint64_t tag, void* data, size_t bytes) {
  tag_ = tag;
  bytes_ = bytes;
  data_ = data;
  // As large as any frame, since the sender may think of another size.
  frame_.reset(new char[kHead + kSmall]);
  Begin(kHead + kSmall, bytes);
}

void GlooMessage::Begin(size_t frame_bytes, size_t rest_bytes) {
  gloo::transport::Context* link = hub_->mesh().links[peer_].get();
  frame_buffer_ = link->createUnboundBuffer(frame_.get(), frame_bytes);
  if (bytes_ > kSmall) rest_ = link->createUnboundBuffer(data_, rest_bytes);
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
    Head head;
    std::memcpy(&head, frame_.get(), kHead);
    if (head.bytes != bytes_) {
      wrong_size_ = true;
      error_ = absl::StrCat("one sends ", head.bytes,
                            " bytes, the other expects ", bytes_);
      hub_->Abort(absl::StrCat(Name(), ": ", error_));
      return;
    }
    if (rest_ == nullptr && bytes_ > 0) {
      std::memcpy(data_, frame_.get() + kHead, bytes_);
    } else if (head.place != 0) {
      TakeFrom(head.place);
    }
  }
  if (rest_ != nullptr) Await(rest_);
}

void GlooMessage::TakeFrom(uint64_t place) const {
  SharedPool* const inbox = hub_->mesh().inbox.get();
  PADDLE_ENFORCE(inbox != nullptr && inbox->Take(place, data_, bytes_),
                 Unavailable, bytes_, " bytes cannot be at place ", place,
                 " of the memory that both share");
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
