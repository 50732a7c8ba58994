// Reads the HTTP requests of one connection.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>

#include "absl/types/optional.h"
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/optional/optional.hpp>

#include "paddle/tools/serve/held_bytes.h"
#include "paddle/tools/serve/http_messages.h"
#include "paddle/tools/serve/http_reply.h"
#include "paddle/tools/serve/limits.h"

namespace paddle::serve {

// Reads requests one after the other, each within limits of size and time. What
// is refused by its header alone has its reply before its body is there, which
// is then dropped. It keeps itself alive while it reads or drops. All of it
// runs on the one thread of the socket's context.
class RequestReader : public std::enable_shared_from_this<RequestReader> {
 public:
  virtual ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  // Waits for the next request, behind what is left of this one.
  void ReadNext();

 protected:
  using Stream = boost::beast::tcp_stream;

  // `bodies` counts the bytes of the bodies that all connections read. Both it
  // and the limits must outlive the reader.
  RequestReader(boost::asio::ip::tcp::socket socket, const Limits& limits,
                std::atomic<size_t>* bodies);

  Stream& stream() { return stream_; }
  // Closes the connection as soon as no request is under way.
  void Drain();
  bool draining() const { return draining_; }
  // Sends no more, drops for a while what the client still sends, and closes:
  // closed at once, the system would take back the reply.
  void Linger();
  void Close() { stream_.close(); }

 private:
  using Error = boost::system::error_code;

  // Is given a whole request, and calls ReadNext or Linger after the reply.
  virtual void Answer(HttpRequest request) = 0;
  // Returns the reply to a request whose body need not be read; none for most.
  virtual absl::optional<HttpReply> RefusalOf(const HttpRequest& header) = 0;
  // Is given the reply to what was not read, or not whole, as for Answer.
  virtual void Write(HttpReply reply, ReplyManner manner) = 0;

  void ReadFirst();
  void Parse();
  bool ParseBuffer();
  void TakeHeader();
  bool ExpectsContinue() const;
  bool RefuseEarly();
  void ReadBody();
  void ReadSized();
  void ReadChunks();
  void GiveAway();
  void Refuse(const Error& error);
  void RefuseWith(HttpReply reply);
  void DropThere();
  void Drop();

  static constexpr size_t kUnknown = std::numeric_limits<size_t>::max();

  const Limits& limits_;
  Stream stream_;
  boost::beast::flat_buffer buffer_;
  boost::optional<
      boost::beast::http::request_parser<boost::beast::http::string_body>>
      parser_;
  std::chrono::steady_clock::time_point deadline_;  // of reading a request
  size_t left_ = 0;                                 // of the body, not read yet
  size_t filled_ = 0;                               // of the body's string
  HeldBytes held_;                                  // of the bodies of all
  bool idle_ = false;
  bool draining_ = false;
};

}  // namespace paddle::serve
