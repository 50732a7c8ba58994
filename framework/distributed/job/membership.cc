#include "paddle/framework/distributed/job/membership.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// Time between two signs of life; agents wait for several.
constexpr std::chrono::seconds kBeat(1);
constexpr int64_t kEveryEpoch = std::numeric_limits<int64_t>::max();
// An agent says no longer line.
constexpr size_t kLongestLine = 1 << 20;  // bytes, as of the agent

// Returns the begin of a line as it is shown in messages.
std::string Quoted(const std::string& line) {
  return absl::StrCat("'", absl::CHexEscape(line.substr(0, 200)), "'");
}

int64_t EpochOf(const std::string& word, const std::string& line) {
  int64_t epoch = 0;
  PADDLE_ENFORCE(
      absl::SimpleAtoi(word, &epoch) && 1 <= epoch && epoch < kEveryEpoch,
      DataLoss, Quoted(line));
  return epoch;
}

int Connect(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  PADDLE_ENFORCE(path.size() < sizeof(address.sun_path), InvalidArgument,
                 "the path of the agent's socket, '", path,
                 "', is longer than ", sizeof(address.sun_path) - 1, " bytes");
  std::memcpy(address.sun_path, path.data(), path.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  PADDLE_ENFORCE(socket >= 0, Unavailable, "no socket: ", strerror(errno));
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address),
                sizeof(address)) != 0) {
    const int error = errno;
    ::close(socket);
    PADDLE_THROW(Unavailable, "no agent listens at '", path,
                 "': ", strerror(error));
  }
  return socket;
}

}  // namespace

Membership::Membership(const std::string& path, int slot)
    : socket_(Connect(path)), slot_(slot) {
  beat_ = std::thread([this] { Beat(); });
  listen_ = std::thread([this] { Listen(); });
}

Membership::~Membership() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closing_ = true;
    changed_.notify_all();
  }
  ::shutdown(socket_, SHUT_RDWR);  // wakes the listener
  beat_.join();
  listen_.join();
  ::close(socket_);
}

Place Membership::Next(int64_t after) {
  Watch(0, nullptr);
  Say(absl::StrCat("ready ", slot_, " ", after));
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return !gone_.empty() || place_.epoch > after; });
  PADDLE_ENFORCE(gone_.empty(), Unavailable, gone_);
  return place_;
}

void Membership::Watch(int64_t epoch, Abort abort) {
  std::unique_lock<std::mutex> lock(mutex_);
  abort_ = std::move(abort);
  watched_epoch_ = epoch;
  if (abort_ == nullptr || lost_.first < epoch) return;
  const Abort lost = abort_;
  const std::string reason = lost_.second;
  lock.unlock();
  lost(reason);
}

Rendezvous Membership::MeetingOf(int64_t epoch) {
  Rendezvous meeting;
  meeting.set = [this, epoch](const std::string& key,
                              const std::string& value) {
    Say(absl::StrCat("set ", epoch, " ", key, " ", absl::Base64Escape(value)));
  };
  meeting.wait = [this, epoch](const std::string& key,
                               Rendezvous::Deadline deadline) {
    return WaitFor(epoch, key, deadline);
  };
  return meeting;
}

std::string Membership::WaitFor(int64_t epoch, const std::string& key,
                                Rendezvous::Deadline deadline) {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto found = [&] {
    return values_epoch_ == epoch && values_.count(key) != 0;
  };
  const bool in_time = changed_.wait_until(lock, deadline, [&] {
    return found() || lost_.first >= epoch || !gone_.empty();
  });
  PADDLE_ENFORCE(gone_.empty(), Unavailable, gone_);
  PADDLE_ENFORCE(in_time, Unavailable, "nobody has set ", key,
                 " for the group of epoch ", epoch);
  PADDLE_ENFORCE(lost_.first < epoch, Unavailable, lost_.second);
  return values_[key];
}

bool Membership::IsAskedToLeave(int64_t epoch) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return leave_ >= epoch;
}

void Membership::Done() { Say(absl::StrCat("done ", slot_)); }

void Membership::Say(const std::string& message) {
  const std::lock_guard<std::mutex> lock(sending_);
  const std::string line = message + "\n";
  for (size_t sent = 0; sent < line.size();) {
    const ssize_t count =
        ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;  // The agent has gone, which the listener hears.
    sent += count;
  }
}

void Membership::Beat() {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto over = [this] { return closing_ || !gone_.empty(); };
  while (!changed_.wait_for(lock, kBeat, over)) {
    lock.unlock();
    Say(absl::StrCat("alive ", slot_));
    lock.lock();
  }
}

void Membership::Listen() {
  std::string text;
  std::string reason = "the agent of this trainer has gone";
  try {
    while (Receive(&text)) {
      for (size_t end; (end = text.find('\n')) != std::string::npos;) {
        Take(text.substr(0, end));
        text.erase(0, end + 1);
      }
      PADDLE_ENFORCE(text.size() <= kLongestLine, DataLoss, "a line of ",
                     text.size(), " bytes or more");
    }
  } catch (const platform::Error& error) {
    reason =
        absl::StrCat("the agent of this trainer says what makes no sense: ",
                     error.message());
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    gone_ = reason;
    changed_.notify_all();
  }
  Lose(kEveryEpoch, reason);
}

// Appends what has come; false if nothing will.
bool Membership::Receive(std::string* text) const {
  char buffer[4096];
  ssize_t count;
  do {
    count = ::recv(socket_, buffer, sizeof(buffer), 0);
  } while (count < 0 && errno == EINTR);
  if (count <= 0) return false;
  text->append(buffer, count);
  return true;
}

void Membership::Take(const std::string& line) {
  const std::vector<std::string> words = absl::StrSplit(line, ' ');
  if (words[0] == "lost") {
    const std::string reason = line.substr(line.find(' ') + 1);
    const size_t end = reason.find(' ');
    PADDLE_ENFORCE(words.size() > 2, DataLoss, Quoted(line));
    return Lose(EpochOf(words[1], line), reason.substr(end + 1));
  }
  if (words[0] == "value") return TakeValue(words, line);
  if (words[0] == "leave") return TakeLeave(words, line);
  // A later agent may say more than this trainer understands.
  if (words[0] != "place") return;
  Place place;
  PADDLE_ENFORCE(words.size() == 4 && absl::SimpleAtoi(words[2], &place.rank) &&
                     absl::SimpleAtoi(words[3], &place.size) &&
                     0 <= place.rank && place.rank < place.size,
                 DataLoss, Quoted(line));
  place.epoch = EpochOf(words[1], line);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (place.epoch < place_.epoch) return;
  place_ = place;
  changed_.notify_all();
}

void Membership::TakeLeave(const std::vector<std::string>& words,
                           const std::string& line) {
  PADDLE_ENFORCE(words.size() == 2, DataLoss, Quoted(line));
  const int64_t epoch = EpochOf(words[1], line);
  const std::lock_guard<std::mutex> lock(mutex_);
  leave_ = std::max(leave_, epoch);
}

void Membership::TakeValue(const std::vector<std::string>& words,
                           const std::string& line) {
  std::string value;
  PADDLE_ENFORCE(words.size() == 4 && absl::Base64Unescape(words[3], &value),
                 DataLoss, Quoted(line));
  const int64_t epoch = EpochOf(words[1], line);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (epoch < values_epoch_) return;
  if (epoch > values_epoch_) values_.clear();
  values_epoch_ = epoch;
  values_[words[2]] = value;
  changed_.notify_all();
}

void Membership::Lose(int64_t epoch, const std::string& reason) {
  Abort lost;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (epoch >= lost_.first) lost_ = {epoch, reason};
    changed_.notify_all();
    if (watched_epoch_ <= epoch) lost = abort_;
  }
  if (lost != nullptr) lost(reason);
}

}  // namespace paddle::distributed
