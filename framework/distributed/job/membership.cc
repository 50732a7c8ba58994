#include "paddle/framework/distributed/job/membership.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// Time between two signs of life; agents wait for several.
constexpr std::chrono::seconds kBeat(1);
constexpr int64_t kEveryEpoch = std::numeric_limits<int64_t>::max();

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

Membership::Membership(const std::string& path, int rank)
    : socket_(Connect(path)), rank_(rank) {
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
  Say(absl::StrCat("ready ", rank_, " ", after));
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return !gone_.empty() || place_.epoch > after; });
  PADDLE_ENFORCE(gone_.empty(), Unavailable, gone_);
  return place_;
}

void Membership::Watch(int64_t epoch, std::shared_ptr<Communicator> group) {
  std::unique_lock<std::mutex> lock(mutex_);
  group_ = std::move(group);
  group_epoch_ = epoch;
  if (group_ == nullptr || lost_.first < epoch) return;
  const std::shared_ptr<Communicator> lost = group_;
  const std::string reason = lost_.second;
  lock.unlock();
  lost->Abort(reason);
}

bool Membership::HasLost(int64_t epoch) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return lost_.first >= epoch;
}

void Membership::Done() { Say(absl::StrCat("done ", rank_)); }

void Membership::Say(const std::string& message) {
  const std::lock_guard<std::mutex> lock(sending_);
  const std::string line = message + "\n";
  // A line is shorter than any socket's buffer. If the agent has gone, the
  // listener hears of it.
  (void)::send(socket_, line.data(), line.size(), MSG_NOSIGNAL);
}

void Membership::Beat() {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto over = [this] { return closing_ || !gone_.empty(); };
  while (!changed_.wait_for(lock, kBeat, over)) {
    lock.unlock();
    Say(absl::StrCat("alive ", rank_));
    lock.lock();
  }
}

void Membership::Listen() {
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t count = ::recv(socket_, buffer, sizeof(buffer), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer, count);
    for (size_t end; (end = text.find('\n')) != std::string::npos;) {
      Take(text.substr(0, end));
      text.erase(0, end + 1);
    }
  }
  const std::string reason = "the agent of this trainer has gone";
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    gone_ = reason;
    changed_.notify_all();
  }
  Lose(kEveryEpoch, reason);
}

void Membership::Take(const std::string& line) {
  const std::vector<std::string> words =
      absl::StrSplit(line, absl::MaxSplits(' ', 2));
  Place place;
  if (words.size() == 3 && words[0] == "lost" &&
      absl::SimpleAtoi(words[1], &place.epoch)) {
    return Lose(place.epoch, words[2]);
  }
  const std::vector<std::string> numbers = absl::StrSplit(line, ' ');
  if (numbers.size() != 4 || numbers[0] != "place" ||
      !absl::SimpleAtoi(numbers[1], &place.epoch) ||
      !absl::SimpleAtoi(numbers[2], &place.rank) ||
      !absl::SimpleAtoi(numbers[3], &place.size)) {
    return;  // A later agent may say more than this trainer understands.
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  place_ = place;
  changed_.notify_all();
}

void Membership::Lose(int64_t epoch, const std::string& reason) {
  std::shared_ptr<Communicator> lost;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    lost_ = {epoch, reason};
    if (group_ != nullptr && group_epoch_ <= epoch) lost = group_;
  }
  if (lost != nullptr) lost->Abort(reason);
}

}  // namespace paddle::distributed
