#include "paddle/tools/serve/request_reader.h"

#include <sys/socket.h>

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/read.hpp>

namespace paddle::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using std::chrono::steady_clock;

constexpr char kContinue[] = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr size_t kFirstRead = 16 << 10;
// Has room for all that is neither header nor body, such as the extension of a
// chunk.
constexpr size_t kBuffer = 128 << 10;
constexpr size_t kPart = 64 << 10;        // of a body, at a time
constexpr size_t kReserved = 1 << 20;     // of a body, before it comes
constexpr size_t kMostDropped = 1 << 30;  // at a time
constexpr std::chrono::seconds kLinger{1};

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

HttpReply TooManyBodies() {
  return BusyReply("too many bodies are being read");
}

}  // namespace

RequestReader::RequestReader(asio::ip::tcp::socket socket, const Limits& limits,
                             std::atomic<size_t>* bodies)
    : limits_(limits),
      stream_(std::move(socket)),
      buffer_(kBuffer),
      held_(bodies, limits.all_body_bytes) {}

RequestReader::~RequestReader() = default;

void RequestReader::Drain() {
  draining_ = true;
  if (idle_) Close();
}

void RequestReader::ReadNext() {
  if (left_ > 0) return Drop();
  if (draining_) return Close();
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(limits_.header_bytes));
  parser_->body_limit(limits_.body_bytes);
  if (buffer_.size() > 0) return Parse();
  ReadFirst();
}

// The first byte may come as late as a connection may be idle; the rest has to
// come faster.
void RequestReader::ReadFirst() {
  idle_ = true;
  stream_.expires_after(limits_.idle);
  stream_.async_read_some(
      buffer_.prepare(kFirstRead),
      [self = shared_from_this()](const error_code& error, size_t size) {
        self->idle_ = false;
        if (error) return self->Close();
        self->buffer_.commit(size);
        self->Parse();
      });
}

// All of a request has one time limit.
void RequestReader::Parse() {
  deadline_ = steady_clock::now() + limits_.read;
  stream_.expires_at(deadline_);
  if (!ParseBuffer()) return;
  if (parser_->is_header_done()) return TakeHeader();
  http::async_read_header(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](const error_code& error, size_t) {
        if (error) return self->Refuse(error);
        self->TakeHeader();
      });
}

// False if what is there was no HTTP, and is refused.
bool RequestReader::ParseBuffer() {
  error_code error;
  buffer_.consume(parser_->put(buffer_.data(), error));
  if (!error || error == http::error::need_more) return true;
  Refuse(error);
  return false;
}

// Most requests are there whole. Others may be refused before they are.
void RequestReader::TakeHeader() {
  if (parser_->is_done()) return GiveAway();
  const auto size = parser_->content_length();
  if (!size || *size <= buffer_.size()) {
    parser_->eager(true);
    if (buffer_.size() > 0 && !ParseBuffer()) return;
    if (parser_->is_done()) return GiveAway();
  }
  left_ = size ? static_cast<size_t>(*size) - buffer_.size() : kUnknown;
  if (RefuseEarly()) return;
  if (!ExpectsContinue()) return ReadBody();
  asio::async_write(
      stream_, asio::buffer(kContinue, sizeof(kContinue) - 1),
      [self = shared_from_this()](const error_code& error, size_t) {
        if (error) return self->Close();
        self->ReadBody();
      });
}

bool RequestReader::ExpectsContinue() const {
  const HttpRequest& request = parser_->get();
  return request.version() >= 11 &&
         beast::iequals(request[http::field::expect], "100-continue");
}

// Nothing can be read behind a body of which nobody knows how long it is, or
// whether it comes at all.
bool RequestReader::RefuseEarly() {
  const HttpRequest& request = parser_->get();
  auto reply = RefusalOf(request);
  if (!reply) return false;
  ReplyManner manner = MannerOf(request);
  if (left_ == kUnknown || ExpectsContinue()) manner.keep = false;
  parser_.reset();
  buffer_.clear();
  DropThere();
  Write(*std::move(reply), manner);
  return true;
}

void RequestReader::ReadBody() {
  if (left_ == kUnknown) return ReadChunks();
  std::string& body = parser_->get().body();
  const auto there = buffer_.data();
  body.reserve(std::min(left_ + there.size(), kReserved));
  body.assign(static_cast<const char*>(there.data()), there.size());
  buffer_.clear();
  filled_ = body.size();
  ReadSized();
}

// Reads to where the body stays, which grows as the client sends, not as it
// says that it will.
void RequestReader::ReadSized() {
  if (left_ == 0) return GiveAway();
  std::string& body = parser_->get().body();
  if (filled_ == body.size()) body.resize(filled_ + std::min(left_, kPart));
  if (!held_.Hold(body.size())) return RefuseWith(TooManyBodies());
  stream_.async_read_some(
      asio::buffer(&body[filled_], body.size() - filled_),
      [self = shared_from_this()](error_code error, size_t size) {
        if (error == asio::error::eof) error = http::error::partial_message;
        if (error) return self->Refuse(error);
        self->filled_ += size;
        self->left_ -= size;
        self->ReadSized();
      });
}

void RequestReader::ReadChunks() {
  if (!held_.Hold(parser_->get().body().size()))
    return RefuseWith(TooManyBodies());
  http::async_read_some(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](const error_code& error, size_t) {
        if (error) return self->Refuse(error);
        if (self->parser_->is_done()) return self->GiveAway();
        self->ReadChunks();
      });
}

void RequestReader::GiveAway() {
  left_ = 0;
  Answer(parser_->release());
  held_.Release();
}

// Answers what is no HTTP, or too large, and closes: the rest of the stream
// cannot be understood.
void RequestReader::Refuse(const error_code& error) {
  if (IsTimeoutOrClosed(error)) return Close();
  const int status = StatusOf(error);
  const char* const limit =
      status == 413 ? ", by the server's --body_bytes" : "";
  RefuseWith(ErrorReply(
      status, absl::StrCat("the HTTP request: ", error.message(), limit)));
}

void RequestReader::RefuseWith(HttpReply reply) {
  parser_.reset();
  held_.Release();
  left_ = 0;
  Write(std::move(reply), {});
}

void RequestReader::Linger() {
  error_code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  const auto end = steady_clock::now() + kLinger;
  // A body that was refused early may come as slowly as any other.
  deadline_ = left_ > 0 ? std::max(deadline_, end) : end;
  left_ = kUnknown;
  buffer_.clear();
  Drop();
}

// Drops what is left of a body that nobody reads; the next request is behind.
void RequestReader::Drop() {
  stream_.expires_at(deadline_);
  stream_.async_read_some(
      buffer_.prepare(std::min(left_, kFirstRead)),
      [self = shared_from_this()](const error_code& error, size_t size) {
        if (error) return self->Close();
        self->left_ -= size;
        self->DropThere();
        self->ReadNext();
      });
}

// Drops what has come of it, which the system then does not even copy. Errors
// show when the socket is read.
void RequestReader::DropThere() {
  const auto size =
      ::recv(stream_.socket().native_handle(), nullptr,
             std::min(left_, kMostDropped), MSG_TRUNC | MSG_DONTWAIT);
  if (size > 0) left_ -= static_cast<size_t>(size);
}

}  // namespace paddle::serve
