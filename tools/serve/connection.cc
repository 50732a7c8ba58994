#include "paddle/tools/serve/connection.h"

#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/optional/optional.hpp>

#include "paddle/tools/serve/gzip.h"
#include "paddle/tools/serve/http_reply.h"

namespace paddle::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr char kContinue[] = "HTTP/1.1 100 Continue\r\n\r\n";

std::string Text(beast::string_view text) { return {text.data(), text.size()}; }

bool IsTimeoutOrClosed(const error_code& error) {
  return error == beast::error::timeout ||
         error == http::error::end_of_stream || error == asio::error::eof ||
         error == asio::error::connection_reset ||
         error == asio::error::operation_aborted;
}

int StatusOf(const error_code& error) {
  if (error == http::error::body_limit ||
      error == http::error::buffer_overflow) {
    return 413;
  }
  return error == http::error::header_limit ? 431 : 400;
}

class TcpConnection final : public Connection,
                            public std::enable_shared_from_this<TcpConnection> {
 public:
  TcpConnection(asio::ip::tcp::socket socket, Service* service,
                const Limits& limits, std::atomic<size_t>* bodies,
                Closed closed)
      : stream_(std::move(socket)),
        service_(*service),
        limits_(limits),
        bodies_(*bodies),
        closed_(std::move(closed)) {}
  ~TcpConnection() override {
    Release();
    closed_(this);
  }

  void Drain() override {
    draining_ = true;
    if (state_ == State::kIdle) Close();
  }

  // Waits for the first byte of a request, for as long as a connection may be
  // idle; the rest has to come faster.
  void ReadNext() {
    if (draining_) return Close();
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(limits_.header_bytes));
    parser_->body_limit(limits_.body_bytes);
    parser_->eager(true);
    if (buffer_.size() > 0) return Parse();
    state_ = State::kIdle;
    stream_.expires_after(limits_.idle);
    stream_.async_read_some(
        buffer_.prepare(kFirstRead),
        [self = shared_from_this()](const error_code& error, size_t size) {
          self->state_ = State::kReading;
          if (error) return self->Close();
          self->buffer_.commit(size);
          self->Parse();
        });
  }

 private:
  enum class State { kIdle, kReading, kAnswering };

  static constexpr size_t kFirstRead = 16 << 10;
  // Has room for all that is neither header nor body, such as the extension of
  // a chunk.
  static constexpr size_t kBuffer = 128 << 10;
  static constexpr std::chrono::seconds kLinger{1};

  // Most requests are there whole. All of a request has one time limit.
  void Parse() {
    state_ = State::kReading;
    error_code error;
    buffer_.consume(parser_->put(buffer_.data(), error));
    if (error && error != http::error::need_more) return Refuse(error);
    if (parser_->is_done()) return Answer();
    stream_.expires_after(limits_.read);
    if (parser_->is_header_done()) return ReadBody();
    ReadHeader();
  }

  void ReadHeader() {
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](const error_code& error, size_t) {
          if (error) return self->Refuse(error);
          if (self->parser_->is_done()) return self->Answer();
          self->ReadBody();
        });
  }

  void ReadBody() {
    const auto expect = parser_->get()[http::field::expect];
    if (!beast::iequals(expect, "100-continue")) return ReadRest();
    asio::async_write(
        stream_, asio::buffer(kContinue, sizeof(kContinue) - 1),
        [self = shared_from_this()](const error_code& error, size_t) {
          if (error) return self->Close();
          self->ReadRest();
        });
  }

  void ReadRest() {
    if (!Hold(parser_->get().body().size())) {
      return RefuseWith(BusyReply("too many bodies are being read"));
    }
    http::async_read_some(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](const error_code& error, size_t) {
          if (error) return self->Refuse(error);
          if (self->parser_->is_done()) return self->Answer();
          self->ReadRest();
        });
  }

  // Counts the bytes of the body; false if all bodies together have too many.
  bool Hold(size_t bytes) {
    const size_t more = bytes - held_;
    if (more == 0) return true;
    if ((bodies_ += more) > limits_.all_body_bytes) {
      bodies_ -= more;
      return false;
    }
    held_ = bytes;
    return true;
  }

  void Release() {
    bodies_ -= held_;
    held_ = 0;
  }

  // Answers what is no HTTP, or too large, and closes: the rest of the stream
  // cannot be understood.
  void Refuse(const error_code& error) {
    if (IsTimeoutOrClosed(error)) return Close();
    const int status = StatusOf(error);
    const char* const limit =
        status == 413 ? ", by the server's --body_bytes" : "";
    RefuseWith(ErrorReply(
        status, absl::StrCat("the HTTP request: ", error.message(), limit)));
  }

  void RefuseWith(HttpReply reply) {
    parser_.reset();
    Release();
    keep_ = false;
    head_ = false;
    version_ = 11;
    Write(std::move(reply));
  }

  void Answer() {
    state_ = State::kAnswering;
    auto request = parser_->release();
    keep_ = request.keep_alive();
    version_ = request.version();
    head_ = request.method() == http::verb::head;
    HttpCall call;
    call.method = Text(head_ ? "GET" : request.method_string());
    call.target = Text(request.target());
    call.content_encoding = Text(request[http::field::content_encoding]);
    call.accepts_gzip =
        AcceptsGzip(Text(request[http::field::accept_encoding]));
    call.json_size = Text(request["Inference-Header-Content-Length"]);
    call.timeout_ms = Text(request["X-Request-Timeout-Ms"]);
    call.authorization = Text(request[http::field::authorization]);
    call.body = std::move(request.body());
    gone_ = std::make_shared<std::atomic<bool>>(false);
    call.gone = gone_;
    Watch();
    // The service's copy of the function may die on another thread, and must
    // not take the connection along.
    const auto holder =
        std::make_shared<std::shared_ptr<TcpConnection>>(shared_from_this());
    service_.Handle(std::move(call), [holder](HttpReply reply) {
      const auto executor = (*holder)->stream_.get_executor();
      asio::dispatch(executor, [self = std::move(*holder),
                                reply = std::move(reply)]() mutable {
        self->Write(std::move(reply));
      });
    });
    Release();
  }

  // A watch that no client has ended goes on during the next request.
  void Watch() {
    if (watching_) return;
    watching_ = true;
    stream_.socket().async_wait(
        asio::ip::tcp::socket::wait_read,
        [self = shared_from_this()](const error_code& error) {
          self->watching_ = false;
          if (error || self->state_ != State::kAnswering) return;
          char byte;
          const auto size = ::recv(self->stream_.socket().native_handle(),
                                   &byte, 1, MSG_PEEK | MSG_DONTWAIT);
          if (size == 0) *self->gone_ = true;
        });
  }

  void Write(HttpReply reply) {
    response_ = {};
    response_.version(version_);
    response_.result(static_cast<unsigned>(reply.status));
    keep_ = keep_ && !draining_ && !service_.draining();
    response_.keep_alive(keep_);
    response_.set(http::field::content_type, reply.content_type);
    if (reply.gzip) response_.set(http::field::content_encoding, "gzip");
    if (reply.retry) response_.set(http::field::retry_after, "1");
    if (!reply.allow.empty()) response_.set(http::field::allow, reply.allow);
    if (reply.json_size) {
      response_.set("Inference-Header-Content-Length",
                    std::to_string(*reply.json_size));
    }
    response_.body() = std::move(reply.body);
    response_.prepare_payload();
    if (head_) response_.body().clear();
    stream_.expires_after(limits_.write);
    http::async_write(
        stream_, response_,
        [self = shared_from_this()](const error_code& error, size_t) {
          if (error) return self->Close();
          if (self->keep_) return self->ReadNext();
          self->Linger();
        });
  }

  // Drops what the client still sends, for a while: closed at once, the system
  // would take back the reply.
  void Linger() {
    error_code ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kLinger);
    Discard();
  }

  void Discard() {
    buffer_.clear();
    stream_.async_read_some(
        buffer_.prepare(kFirstRead),
        [self = shared_from_this()](const error_code& error, size_t) {
          if (error) return self->Close();
          self->Discard();
        });
  }

  void Close() { stream_.close(); }

  beast::tcp_stream stream_;
  Service& service_;
  const Limits& limits_;
  std::atomic<size_t>& bodies_;
  const Closed closed_;
  beast::flat_buffer buffer_{kBuffer};
  boost::optional<http::request_parser<http::string_body>> parser_;
  http::response<http::string_body> response_;
  std::shared_ptr<std::atomic<bool>> gone_;
  State state_ = State::kReading;
  size_t held_ = 0;  // of bodies_
  unsigned version_ = 11;
  bool keep_ = true;
  bool head_ = false;
  bool watching_ = false;
  bool draining_ = false;
};

}  // namespace

std::shared_ptr<Connection> Connection::Start(asio::ip::tcp::socket socket,
                                              Service* service,
                                              const Limits& limits,
                                              std::atomic<size_t>* bodies,
                                              Closed closed) {
  auto connection = std::make_shared<TcpConnection>(
      std::move(socket), service, limits, bodies, std::move(closed));
  connection->ReadNext();
  return connection;
}

}  // namespace paddle::serve
