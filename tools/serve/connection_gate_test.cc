#include "paddle/tools/serve/connection_gate.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "paddle/platform/testing/expect_error.h"

namespace paddle::serve {
namespace {

using boost::asio::ip::tcp;

class ConnectionGateTest : public ::testing::Test {
 protected:
  ~ConnectionGateTest() override {
    gate_.Close();
    for (const int socket : taken_) close(socket);
  }

  tcp::socket Connected() {
    tcp::socket socket(context_);
    socket.connect({boost::asio::ip::make_address("127.0.0.1"),
                    static_cast<unsigned short>(gate_.port())});
    return socket;
  }
  // Waits until the gate has given so many sockets away.
  void WaitForTaken(size_t count) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return taken_.size() >= count; });
    ASSERT_EQ(taken_.size(), count);
  }
  // True if the other side closes the connection.
  static bool IsClosed(tcp::socket socket) {
    char byte;
    boost::system::error_code error;
    socket.read_some(boost::asio::buffer(&byte, 1), error);
    return error.failed();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> taken_;
  boost::asio::io_context context_;
  ConnectionGate gate_{"127.0.0.1", 0, 2, [this](int socket) {
                         const std::lock_guard<std::mutex> lock(mutex_);
                         taken_.push_back(socket);
                         changed_.notify_one();
                       }};
};

TEST_F(ConnectionGateTest, ClosesWhatIsTooMuch) {
  tcp::socket one = Connected();
  const tcp::socket two = Connected();
  WaitForTaken(2);
  EXPECT_TRUE(IsClosed(Connected()));
  EXPECT_EQ(write(taken_[0], "x", 1), 1);  // others keep what they have
  EXPECT_FALSE(IsClosed(std::move(one)));
  close(taken_[0]);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const tcp::socket three = Connected();
  WaitForTaken(3);
  EXPECT_TRUE(IsClosed(Connected()));
  taken_.erase(taken_.begin());
}

TEST_F(ConnectionGateTest, GivesNothingAwayOnceItIsClosed) {
  const auto others = [] { return [](int) { FAIL(); }; };
  EXPECT_ERROR(ConnectionGate("127.0.0.1", gate_.port(), 1, others()),
               Unavailable, "cannot listen at 127.0.0.1:");
  EXPECT_ERROR(ConnectionGate("nobody", 0, 1, others()), InvalidArgument,
               "nobody");
  gate_.Close();
  EXPECT_ANY_THROW(Connected());
  const ConnectionGate same("127.0.0.1", gate_.port(), 1, others());
  EXPECT_EQ(same.port(), gate_.port());
}

}  // namespace
}  // namespace paddle::serve
