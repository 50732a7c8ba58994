#include "paddle/framework/distributed/gloo/hub.h"

#include <gloo/transport/pair.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

#include "absl/strings/str_cat.h"

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Returns an error of Gloo without the place in its source.
const char* WithoutPlace(const char* error) {
  const char* end = error[0] == '[' ? std::strstr(error, "] ") : nullptr;
  return end == nullptr ? error : end + 2;
}

// The longest time that a member which leaves tries to say why.
constexpr milliseconds kGoodbye(100);

}  // namespace

// Mixes as splitmix64 does (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", 2014).
uint64_t SlotOf(uint64_t tag, uint64_t size) {
  uint64_t bits = tag;
  for (const uint64_t next : {size, uint64_t{0}}) {
    bits += 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    bits = (bits ^ (bits >> 31)) + next;
  }
  return bits;
}

const uint64_t kAlarmSlot = SlotOf(0, ~uint64_t{0});
const uint64_t kWordsSlot = SlotOf(1, ~uint64_t{0});
const uint64_t kNamesSlot = SlotOf(2, ~uint64_t{0});

milliseconds LeftUntil(steady_clock::time_point deadline) {
  const auto left =
      std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now());
  return std::max(left, milliseconds(0));
}

Hub::Hub(Mesh mesh)
    : mesh_(std::move(mesh)),
      words_(mesh_.size),
      lost_(mesh_.size),
      messages_(mesh_.size) {
  if (mesh_.size > 1) posts_ = std::make_unique<PostQueue>(mesh_.device);
  for (int peer = 0; peer < mesh_.size; ++peer) {
    if (peer == mesh_.rank) continue;
    Words& words = words_[peer];
    words.buffer = mesh_.links[peer]->createUnboundBuffer(words.text.data(),
                                                          words.text.size());
    try {
      words.buffer->recv(peer, kWordsSlot);
    } catch (const std::exception&) {
      // Watch will find it lost.
    }
  }
}

absl::optional<std::string> Hub::Why(int peer) const {
  if (aborted_.has_value()) {
    return absl::StrCat("rank ", mesh_.rank,
                        " has left the group: ", *aborted_);
  }
  return lost_[peer];
}

absl::optional<std::string> Hub::Add(int peer, Waiting* message) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    absl::optional<std::string> why = Why(peer);
    if (why.has_value()) return why;
    messages_[peer].insert(message);
  }
  posts_->Add(message);
  return absl::nullopt;
}

void Hub::Remove(int peer, Waiting* message) {
  posts_->Remove(message);
  std::lock_guard<std::mutex> lock(mutex_);
  messages_[peer].erase(message);
}

std::string Hub::ReasonOf(int peer, const char* otherwise) {
  std::unique_lock<std::mutex> lock(mutex_);
  lost_one_.wait_for(lock, std::chrono::seconds(1),
                     [this, peer] { return Why(peer).has_value(); });
  return Why(peer).value_or(otherwise);
}

bool Hub::aborted() {
  std::lock_guard<std::mutex> lock(mutex_);
  return aborted_.has_value();
}

void Hub::Abort(const std::string& reason) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (aborted_.has_value()) return;
  aborted_ = reason;
  for (const auto& messages : messages_) {
    for (Waiting* message : messages) message->End();
  }
  if (alarm_ != nullptr) alarm_->abortWaitRecv();
  lost_one_.notify_all();
}

void Hub::Lose(int peer, const char* error) {
  std::string reason =
      absl::StrCat("rank ", peer, " is lost: ", WithoutPlace(error));
  Words& words = words_[peer];
  try {
    // The connection is broken already, so that this never waits.
    if (words.buffer->waitRecv(nullptr, milliseconds(0))) {
      words.text.back() = '\0';
      reason = absl::StrCat("rank ", peer,
                            " has left the group: ", words.text.data());
    }
  } catch (const std::exception&) {
    // It left without a word.
  }
  std::lock_guard<std::mutex> lock(mutex_);
  lost_[peer] = std::move(reason);
  for (Waiting* message : messages_[peer]) message->End();
  lost_one_.notify_all();
}

// Returns a buffer whose waitRecv throws as soon as a connection breaks: a
// message of nothing is expected there from everybody, and never sent.
Hub::Buffer Hub::NewAlarm() {
  Buffer alarm;
  for (int peer = 0; peer < mesh_.size; ++peer) {
    // Nobody else writes to lost_.
    if (peer == mesh_.rank || lost_[peer].has_value()) continue;
    if (alarm == nullptr) {
      alarm = mesh_.links[peer]->createUnboundBuffer(nullptr, 0);
    }
  }
  if (alarm == nullptr) return alarm;
  posts_->Call([this, &alarm] {
    for (int peer = 0; peer < mesh_.size; ++peer) {
      if (peer == mesh_.rank || lost_[peer].has_value()) continue;
      try {
        mesh_.pair(peer)->recv(alarm.get(), kAlarmSlot, 0, 0);
      } catch (const std::exception& error) {
        Lose(peer, error.what());
      }
    }
  });
  return alarm;
}

void Hub::SetAlarm(gloo::transport::UnboundBuffer* alarm) {
  std::lock_guard<std::mutex> lock(mutex_);
  alarm_ = alarm;
  if (aborted_.has_value() && alarm != nullptr) alarm->abortWaitRecv();
}

void Hub::Watch() {
  while (!aborted()) {
    const Buffer alarm = NewAlarm();
    if (alarm == nullptr) {
      std::unique_lock<std::mutex> lock(mutex_);
      lost_one_.wait(lock, [this] { return aborted_.has_value(); });
      break;
    }
    SetAlarm(alarm.get());
    try {
      alarm->waitRecv(nullptr, kForever);
    } catch (const std::exception&) {
      // The next alarm will tell which connection it was.
    }
    SetAlarm(nullptr);
  }
  if (posts_ != nullptr) posts_->Stop();
  SayGoodbye();
  for (int peer = 0; peer < mesh_.size; ++peer) {
    if (peer != mesh_.rank) Close(peer);
  }
}

void Hub::SayGoodbye() {
  std::string text = *aborted_;  // does not change any more
  text.resize(std::max<size_t>(1, std::min(text.size(), kLongestWords - 1)));
  const auto deadline = steady_clock::now() + kGoodbye;
  std::vector<Buffer> sent(mesh_.size);
  for (int peer = 0; peer < mesh_.size; ++peer) {
    if (peer == mesh_.rank || lost_[peer].has_value()) continue;
    sent[peer] =
        mesh_.links[peer]->createUnboundBuffer(text.data(), text.size());
    try {
      sent[peer]->send(peer, kWordsSlot);
    } catch (const std::exception&) {
      sent[peer].reset();
    }
  }
  for (const Buffer& buffer : sent) {
    if (buffer == nullptr) continue;
    try {
      buffer->waitSend(nullptr, LeftUntil(deadline));
    } catch (const std::exception&) {
      // It is lost, or does not listen.
    }
  }
}

// A wait that takes too long closes the connection after what was sent, unlike
// Pair::close, which drops that.
void Hub::Close(int peer) {
  try {
    mesh_.links[peer]
        ->createUnboundBuffer(nullptr, 0)
        ->waitRecv(nullptr, milliseconds(0));
  } catch (const std::exception&) {
    // Expected.
  }
}

}  // namespace paddle::distributed
