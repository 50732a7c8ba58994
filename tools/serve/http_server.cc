#include "paddle/tools/serve/http_server.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "paddle/platform/enforce.h"
#include "paddle/platform/signals_blocked.h"
#include "paddle/tools/serve/connection.h"
#include "paddle/tools/serve/listen_at.h"
#include "paddle/tools/serve/run_context.h"

namespace paddle::serve {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// A thread with the connections that are its own.
class Worker {
 public:
  Worker(Service* service, const Limits& limits, std::atomic<size_t>* count,
         std::atomic<size_t>* bodies)
      : service_(*service), limits_(limits), count_(*count), bodies_(*bodies) {}
  ~Worker() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
  }

  void Start() {
    const platform::SignalsBlocked blocked;
    thread_ = std::thread([this] { RunContext(&context_); });
  }

  asio::io_context& context() { return context_; }

  // Called on the thread that accepts.
  void Take(tcp::socket socket) {
    asio::post(context_, [this, socket = std::move(socket)]() mutable {
      const auto connection =
          Connection::Start(std::move(socket), &service_, limits_, &bodies_,
                            [this](Connection* closed) {
                              connections_.erase(closed);
                              --count_;
                            });
      connections_.emplace(connection.get(), connection);
    });
  }

  void Drain() {
    asio::post(context_, [this] {
      const auto connections = connections_;
      for (const auto& entry : connections) {
        if (const auto connection = entry.second.lock()) connection->Drain();
      }
    });
  }

 private:
  Service& service_;
  const Limits& limits_;
  std::atomic<size_t>& count_;
  std::atomic<size_t>& bodies_;
  absl::flat_hash_map<Connection*, std::weak_ptr<Connection>> connections_;
  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_ =
      asio::make_work_guard(context_);
  std::thread thread_;
};

// Each connection is a file.
void AllowFiles(size_t files) {
  rlimit limit;
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  if (limit.rlim_cur >= files) return;
  limit.rlim_cur = std::min<rlim_t>(files, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

struct HttpServer::Parts {
  Parts(Service* service, const HttpServerOptions& options)
      : limits(options.limits) {
    PADDLE_ENFORCE(options.threads >= 1, InvalidArgument,
                   "a server has at least one thread, not ", options.threads);
    AllowFiles(limits.connections + 256);
    for (int i = 0; i < options.threads; ++i) {
      workers.push_back(
          std::make_unique<Worker>(service, limits, &count, &bodies));
    }
    ListenAt(options.host, options.port, &acceptor);
    port = acceptor.local_endpoint().port();
    Accept();
    for (const auto& worker : workers) worker->Start();
  }

  void Accept() {
    Worker& worker = *workers[next++ % workers.size()];
    acceptor.async_accept(
        worker.context(),
        [this, &worker](const error_code& error, tcp::socket socket) {
          if (error == asio::error::operation_aborted) return;
          if (error) return AcceptLater(&timer, [this] { Accept(); });
          // Above the limit, others keep what they have.
          if (count < limits.connections) {
            ++count;
            error_code ignored;
            socket.set_option(tcp::no_delay(true), ignored);
            worker.Take(std::move(socket));
          }
          Accept();
        });
  }

  const Limits limits;
  std::atomic<size_t> count{0};
  std::atomic<size_t> bodies{0};
  std::vector<std::unique_ptr<Worker>> workers;
  size_t next = 0;
  int port = 0;
  asio::io_context accepting{1};
  tcp::acceptor acceptor{accepting};
  asio::steady_timer timer{accepting};
  std::thread thread;
};

HttpServer::HttpServer(Service* service, const HttpServerOptions& options)
    : parts_(std::make_unique<Parts>(service, options)) {
  const platform::SignalsBlocked blocked;
  parts_->thread = std::thread([this] { RunContext(&parts_->accepting); });
}

HttpServer::~HttpServer() {
  parts_->accepting.stop();
  parts_->thread.join();
}

int HttpServer::port() const { return parts_->port; }

bool HttpServer::Drain(std::chrono::milliseconds time) {
  asio::post(parts_->accepting, [this] {
    error_code ignored;
    parts_->acceptor.close(ignored);
  });
  const auto end = std::chrono::steady_clock::now() + time;
  while (parts_->count > 0) {
    for (const auto& worker : parts_->workers) worker->Drain();
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace paddle::serve
