#include "paddle/tools/serve/connection.h"

#include <sys/socket.h>

#include <array>
#include <atomic>
#include <utility>

#include "absl/types/optional.h"
#include <boost/asio/buffer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/write.hpp>

#include "paddle/tools/serve/http_messages.h"
#include "paddle/tools/serve/http_reply.h"
#include "paddle/tools/serve/request_reader.h"

namespace paddle::serve {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

class TcpConnection final : public Connection, public RequestReader {
 public:
  TcpConnection(asio::ip::tcp::socket socket, Service* service,
                const Limits& limits, std::atomic<size_t>* bodies,
                Closed closed)
      : RequestReader(std::move(socket), limits, bodies),
        service_(*service),
        limits_(limits),
        closed_(std::move(closed)) {}
  ~TcpConnection() override { closed_(this); }

  void Drain() override { RequestReader::Drain(); }

 private:
  std::shared_ptr<TcpConnection> Self() {
    return std::static_pointer_cast<TcpConnection>(shared_from_this());
  }

  void Answer(HttpRequest request) override {
    answering_ = true;
    const ReplyManner manner = MannerOf(request);
    HttpCall call = CallOf(&request);
    gone_ = std::make_shared<std::atomic<bool>>(false);
    call.gone = gone_;
    // The service's copy of the function may die on another thread, and must
    // not take the connection along.
    const auto holder =
        std::make_shared<std::shared_ptr<TcpConnection>>(Self());
    service_.Handle(std::move(call), [holder, manner](HttpReply reply) {
      const auto executor = (*holder)->stream().get_executor();
      asio::dispatch(executor, [self = std::move(*holder), manner,
                                reply = std::move(reply)]() mutable {
        self->Write(std::move(reply), manner);
      });
    });
    // Replies that need no model are on their way already.
    if (answering_) Watch();
  }

  absl::optional<HttpReply> RefusalOf(const HttpRequest& header) override {
    return service_.RefusalOf(MethodOf(header), TargetOf(header));
  }

  // A watch that no client has ended goes on during the next request.
  void Watch() {
    if (watching_) return;
    watching_ = true;
    stream().socket().async_wait(asio::ip::tcp::socket::wait_read,
                                 [self = Self()](const error_code& error) {
                                   self->watching_ = false;
                                   if (error || !self->answering_) return;
                                   char byte;
                                   const auto size = ::recv(
                                       self->stream().socket().native_handle(),
                                       &byte, 1, MSG_PEEK | MSG_DONTWAIT);
                                   if (size == 0) *self->gone_ = true;
                                 });
  }

  void Write(HttpReply reply, ReplyManner manner) override {
    answering_ = false;
    if (draining() || service_.draining()) manner.keep = false;
    response_ = ResponseOf(std::move(reply), manner);
    stream().expires_after(limits_.write);
    const std::array<asio::const_buffer, 2> parts{
        {asio::buffer(response_.head), asio::buffer(response_.body)}};
    asio::async_write(
        stream(), parts,
        [self = Self(), keep = manner.keep](const error_code& error, size_t) {
          if (error) return self->Close();
          if (keep) return self->ReadNext();
          self->Linger();
        });
  }

  Service& service_;
  const Limits& limits_;
  const Closed closed_;
  HttpResponse response_;
  std::shared_ptr<std::atomic<bool>> gone_;
  bool answering_ = false;
  bool watching_ = false;
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
