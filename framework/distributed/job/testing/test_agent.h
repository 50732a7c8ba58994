// Plays the agent of a job in tests.
#pragma once

#include <string>
#include <thread>

namespace paddle::distributed {

// Gives out places to the trainers of a job, all of which must be ready, passes
// on what they set for each other, and says that a group is lost when the
// connection of one of them closes. Its thread ends with it.
class TestAgent {
 public:
  explicit TestAgent(int size);
  ~TestAgent();
  TestAgent(const TestAgent&) = delete;
  TestAgent& operator=(const TestAgent&) = delete;

  // Returns the path of its socket.
  const std::string& path() const { return path_; }

 private:
  void Serve();

  const int size_;
  const std::string path_;
  int listener_ = -1;
  int stop_[2] = {-1, -1};  // a pipe that is closed at the end
  std::thread thread_;
};

// Returns the path of a socket in a new folder, which the caller removes. It is
// short, as paths of sockets must be.
std::string NewSocketPath();
// Returns a socket that listens at the path.
int ListenAt(const std::string& path);

}  // namespace paddle::distributed
