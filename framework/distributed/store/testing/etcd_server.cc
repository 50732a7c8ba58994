#include "paddle/framework/distributed/store/testing/etcd_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/store/etcd_store.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

// Returns an address that nobody listens at now.
std::string FreeAddress() {
  const int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* named = reinterpret_cast<sockaddr*>(&address);
  EXPECT_EQ(bind(probe, named, size), 0);
  EXPECT_EQ(getsockname(probe, named, &size), 0);
  close(probe);
  return absl::StrCat("127.0.0.1:", ntohs(address.sin_port));
}

[[noreturn]] void Run(std::vector<std::string> words, const std::string& log) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  dup2(file, 1);
  dup2(file, 2);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

}  // namespace

EtcdServer::EtcdServer()
    : address_(FreeAddress()), peers_("http://" + FreeAddress()) {
  Start();
}

EtcdServer::~EtcdServer() { Kill(); }

void EtcdServer::Stop() const {
  kill(process_, SIGSTOP);
  siginfo_t stopped;
  waitid(P_PID, process_, &stopped, WSTOPPED | WNOWAIT);
}

void EtcdServer::GoOn() const { kill(process_, SIGCONT); }

void EtcdServer::Kill() {
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  waitpid(std::exchange(process_, 0), nullptr, 0);
}

void EtcdServer::Start() {
  const std::string clients = "http://" + address_;
  const std::string log = folder_.Path("log");
  const std::vector<std::string> words = {"etcd",
                                          "--data-dir",
                                          folder_.Path("data"),
                                          "--listen-client-urls",
                                          clients,
                                          "--advertise-client-urls",
                                          clients,
                                          "--listen-peer-urls",
                                          peers_,
                                          "--initial-advertise-peer-urls",
                                          peers_,
                                          "--initial-cluster",
                                          "default=" + peers_};
  process_ = fork();
  if (process_ == 0) Run(words, log);
  const auto store = NewEtcdStore(url(), kTestRpcLibrary);
  const auto stop = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (true) {
    try {
      store->Get("");
      return;
    } catch (const platform::Error& error) {
      if (std::chrono::steady_clock::now() > stop) {
        ADD_FAILURE() << "etcd does not start: " << error.what();
        return;
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace paddle::distributed
