#include "paddle/framework/distributed/job/testing/test_agent.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <sstream>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::distributed {
namespace {

// A trainer's connection.
struct Trainer {
  std::string text;  // read, but no whole line yet
  int rank = -1;
  bool ready = false;
};

void Say(int socket, const std::string& line) {
  (void)::send(socket, line.data(), line.size(), MSG_NOSIGNAL);
}

// The connections and what has been given out.
class Trainers {
 public:
  explicit Trainers(int size) : size_(size) {}

  std::vector<int> Sockets() const {
    std::vector<int> sockets;
    for (const auto& [socket, trainer] : trainers_) sockets.push_back(socket);
    return sockets;
  }
  void Add(int socket) { trainers_[socket]; }
  // Returns false if the connection is closed.
  bool Read(int socket) {
    char buffer[4096];
    const ssize_t count = ::recv(socket, buffer, sizeof(buffer), 0);
    if (count <= 0) return false;
    Trainer& trainer = trainers_[socket];
    trainer.text.append(buffer, count);
    for (size_t end; (end = trainer.text.find('\n')) != std::string::npos;) {
      Take(trainer.text.substr(0, end), &trainer);
      trainer.text.erase(0, end + 1);
    }
    return true;
  }
  void Remove(int socket) {
    const int rank = trainers_[socket].rank;
    trainers_.erase(socket);
    ::close(socket);
    for (const auto& [other, trainer] : trainers_) {
      Say(other, "lost " + std::to_string(epoch_) + " rank " +
                     std::to_string(rank) + " was lost\n");
    }
  }
  // Gives out places if all are ready.
  void Place() {
    int ready = 0;
    for (const auto& [socket, trainer] : trainers_) ready += trainer.ready;
    if (ready < size_) return;
    ++epoch_;
    for (auto& [socket, trainer] : trainers_) {
      trainer.ready = false;
      Say(socket, "place " + std::to_string(epoch_) + " " +
                      std::to_string(trainer.rank) + " " +
                      std::to_string(size_) + "\n");
    }
  }

 private:
  void Take(const std::string& line, Trainer* trainer) {
    std::istringstream words(line);
    std::string verb;
    words >> verb;
    if (verb == "set") {
      for (int socket : Sockets()) Say(socket, "value" + line.substr(3) + "\n");
      return;
    }
    words >> trainer->rank;
    if (verb == "ready") trainer->ready = true;
  }

  const int size_;
  int64_t epoch_ = 0;
  std::map<int, Trainer> trainers_;  // by socket
};

}  // namespace

std::string NewSocketPath() {
  char folder[] = "/tmp/agentXXXXXX";
  EXPECT_NE(::mkdtemp(folder), nullptr);
  return std::string(folder) + "/socket";
}

int ListenAt(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  EXPECT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address),
                   sizeof(address)),
            0);
  EXPECT_EQ(::listen(listener, 100), 0);
  return listener;
}

TestAgent::TestAgent(int size)
    : size_(size), path_(NewSocketPath()), listener_(ListenAt(path_)) {
  EXPECT_EQ(::pipe(stop_), 0);
  thread_ = std::thread([this] { Serve(); });
}

TestAgent::~TestAgent() {
  ::close(stop_[1]);
  thread_.join();
  ::close(stop_[0]);
  ::close(listener_);
  std::filesystem::remove_all(std::filesystem::path(path_).parent_path());
}

void TestAgent::Serve() {
  Trainers trainers(size_);
  for (;;) {
    std::vector<pollfd> waiting = {{stop_[0], POLLIN, 0},
                                   {listener_, POLLIN, 0}};
    for (int socket : trainers.Sockets()) {
      waiting.push_back({socket, POLLIN, 0});
    }
    if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
    if (waiting[0].revents != 0) break;
    if (waiting[1].revents != 0) {
      trainers.Add(::accept(listener_, nullptr, nullptr));
    }
    for (size_t i = 2; i < waiting.size(); ++i) {
      const int socket = waiting[i].fd;
      if (waiting[i].revents != 0 && !trainers.Read(socket)) {
        trainers.Remove(socket);
      }
    }
    trainers.Place();
  }
  for (int socket : trainers.Sockets()) ::close(socket);
}

}  // namespace paddle::distributed
