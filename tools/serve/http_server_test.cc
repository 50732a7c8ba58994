#include "paddle/tools/serve/http_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include "paddle/framework/serving/model_repository.h"
#include "paddle/framework/serving/testing/models.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/temporary_folder.h"
#include "paddle/tools/serve/limits.h"
#include "paddle/tools/serve/service.h"
#include "paddle/tools/serve/testing/held_up.h"

namespace paddle::serve {
namespace {

using boost::asio::ip::tcp;
using serving::Outcome;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kLive[] = "GET /v2/health/live HTTP/1.1\r\n\r\n";
constexpr char kOk[] = "HTTP/1.1 200 OK\r\n";
constexpr char kFull[] = "HTTP/1.1 503 Service Unavailable\r\n";
constexpr char kClose[] = "Connection: close\r\n";
constexpr char kContinue[] = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr char kExpect[] = "Expect: 100-continue\r\n";

// Sends bytes, and reads replies, each within a minute.
class Client {
 public:
  explicit Client(int port) {
    socket_.connect({boost::asio::ip::make_address("127.0.0.1"),
                     static_cast<unsigned short>(port)});
    const timeval minute{60, 0};
    ::setsockopt(socket_.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &minute,
                 sizeof(minute));
  }

  void Send(const std::string& bytes) {
    boost::asio::write(socket_, boost::asio::buffer(bytes));
  }
  void EndSending() { socket_.shutdown(tcp::socket::shutdown_send); }

  // Returns the next reply with its body; what there is, if it ends before.
  std::string Reply() {
    std::string head = Until("\r\n\r\n");
    const size_t field = head.find("Content-Length: ");
    if (field == std::string::npos) return head;
    size_t size = 0;
    const size_t begin = field + 16;
    EXPECT_TRUE(absl::SimpleAtoi(
        head.substr(begin, head.find('\r', begin) - begin), &size));
    while (head.size() < head.find("\r\n\r\n") + 4 + size && Next(&head)) {
    }
    return head;
  }
  // True if nothing comes any more.
  bool IsClosed() {
    std::string byte;
    return !Next(&byte);
  }

 private:
  std::string Until(const char* end) {
    std::string text;
    while (!absl::EndsWith(text, end) && Next(&text)) {
    }
    return text;
  }
  bool Next(std::string* text) {
    char byte;
    if (::recv(socket_.native_handle(), &byte, 1, 0) != 1) return false;
    *text += byte;
    return true;
  }

  boost::asio::io_context context_;
  tcp::socket socket_{context_};
};

// A server of a model whose thread can be held up, and whose queue has room for
// one request.
class HttpServerTest : public ::testing::Test {
 protected:
  HttpServerTest() {
    std::filesystem::create_directories(folder_.Path("mlp"));
    serving::testing::SaveModel(folder_.Path("mlp/1"), [] {
      return serving::testing::Classifier(3, 4, 2);
    });
    platform::AtomicWriteFile(folder_.Path("mlp/config.json"),
                              R"({"queue": 1})");
    repository_.Refresh();
    Start({});
  }

  void Start(const Limits& limits) {
    HttpServerOptions options;
    options.limits = limits;
    server_ = std::make_unique<HttpServer>(&service_, options);
  }

  // Fills the queue until Free.
  void Fill() {
    const auto model = repository_.Find("mlp");
    held_up_.emplace(model->batcher.get());
    ASSERT_TRUE(model->batcher->Submit(testing::RowOfThree()));
  }
  // Returns once there is room again.
  void Free() {
    held_up_.reset();
    while (repository_.Find("mlp")->batcher->waiting() > 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  uint64_t Count(Outcome outcome) const {
    return repository_.Find("mlp")->stats->count(outcome);
  }

  Client Connected() const { return Client(server_->port()); }

  platform::TemporaryFolder folder_;
  serving::ModelRepository repository_{folder_.Path(""), {}};
  Service service_{&repository_, {}};
  std::unique_ptr<HttpServer> server_;
  absl::optional<testing::HeldUp> held_up_;
};

// Returns the header of an inference.
std::string Head(const std::string& fields, const char* version = "1.1",
                 const char* model = "mlp") {
  return absl::StrCat("POST /v2/models/", model, "/infer HTTP/", version,
                      "\r\n", fields, "\r\n");
}
std::string Sized(size_t size) {
  return absl::StrCat("Content-Length: ", size, "\r\n");
}

// Returns an inference of so many bytes.
std::string Body(size_t size) {
  std::string body =
      R"({"inputs":[{"name":"x","datatype":"FP32","shape":[1,3],)"
      R"("data":[1,2,3]}]})";
  body.append(size > body.size() ? size - body.size() : 0, ' ');
  return body;
}

TEST_F(HttpServerTest, RefusesBeforeTheBodyIsThere) {
  Fill();
  Client client = Connected();
  client.Send(Head(Sized(100000)) + std::string(20000, ' '));
  const std::string refusal = client.Reply();
  EXPECT_THAT(refusal, StartsWith(kFull));
  EXPECT_THAT(refusal, HasSubstr("Retry-After: 1\r\n"));
  EXPECT_THAT(refusal, HasSubstr("too many requests wait for model mlp"));
  EXPECT_THAT(refusal, Not(HasSubstr(kClose)));
  EXPECT_EQ(Count(Outcome::kRefused), 1);
  for (int i = 0; i < 8; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    client.Send(std::string(10000, ' '));
  }
  client.Send(kLive);
  EXPECT_THAT(client.Reply(), StartsWith(kOk));
  EXPECT_EQ(Count(Outcome::kRefused), 1);
}

TEST_F(HttpServerTest, KeepsWhatIsBehindABodyThatItRefuses) {
  Fill();
  Client client = Connected();
  // The header in two parts, and more than sockets hold.
  const std::string head = Head(Sized(20 << 20));
  client.Send(head.substr(0, 30));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  client.Send(head.substr(30) + std::string(20 << 20, ' ') + kLive +
              Head(Sized(50000)) + Body(50000) + kLive);
  EXPECT_THAT(client.Reply(), StartsWith(kFull));
  EXPECT_THAT(client.Reply(), StartsWith(kOk));
  EXPECT_THAT(client.Reply(), StartsWith(kFull));
  EXPECT_THAT(client.Reply(), StartsWith(kOk));
  EXPECT_EQ(Count(Outcome::kRefused), 2);
}

TEST_F(HttpServerTest, AnswersOnTheSameConnectionOnceThereIsRoom) {
  Fill();
  Client client = Connected();
  client.Send(Head(Sized(90000)));
  EXPECT_THAT(client.Reply(), StartsWith(kFull));
  Free();
  client.Send(Body(90000) + Head(Sized(90000)) + Body(90000));
  EXPECT_THAT(client.Reply(), StartsWith(kOk));
  EXPECT_EQ(Count(Outcome::kRefused), 1);
}

TEST_F(HttpServerTest, RefusesWhatIsThereWhole) {
  Fill();
  Client client = Connected();
  const std::string chunked =
      Head("Transfer-Encoding: chunked\r\n") + "2\r\n{}\r\n0\r\n\r\n";
  client.Send(Head(Sized(2)) + "{}" + chunked + kLive);
  EXPECT_THAT(client.Reply(), StartsWith(kFull));
  EXPECT_THAT(client.Reply(), StartsWith(kFull));
  EXPECT_THAT(client.Reply(), StartsWith(kOk));
  EXPECT_EQ(Count(Outcome::kRefused), 2);
}

TEST_F(HttpServerTest, ClosesWhereTheEndOfARefusedBodyIsNotKnown) {
  Fill();
  const auto refused = [&](const std::string& request, const char* status) {
    Client client = Connected();
    client.Send(request);
    const std::string reply = client.Reply();
    EXPECT_THAT(reply, StartsWith(status));
    EXPECT_TRUE(client.IsClosed()) << request;
    return reply;
  };
  EXPECT_THAT(
      refused(Head("Transfer-Encoding: chunked\r\n") + "2\r\n{}\r\n", kFull),
      HasSubstr(kClose));
  // Its body may come, or not.
  EXPECT_THAT(refused(Head(Sized(50) + kExpect), kFull), HasSubstr(kClose));
  refused(Head(Sized(50), "1.0"), "HTTP/1.0 503 ");
  refused(Head(Sized(50) + kClose), kFull);
  EXPECT_EQ(Count(Outcome::kRefused), 4);
}

TEST_F(HttpServerTest, WaitsForARefusedBodyAsLongAsForOthers) {
  Limits limits;
  limits.read = std::chrono::seconds(1);
  Start(limits);
  Fill();
  Client client = Connected();
  const auto begin = std::chrono::steady_clock::now();
  client.Send(Head(Sized(50)));
  EXPECT_THAT(client.Reply(), StartsWith(kFull));
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  client.Send(" ");
  EXPECT_TRUE(client.IsClosed());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(HttpServerTest, ReadsTheBodyOfAllElse) {
  Fill();
  Client client = Connected();
  client.Send(Head(Sized(50), "1.1", "none"));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  client.Send(std::string(50, ' '));
  EXPECT_THAT(client.Reply(), StartsWith("HTTP/1.1 404 "));
  EXPECT_EQ(Count(Outcome::kRefused), 0);
}

TEST_F(HttpServerTest, ReadsBodiesInParts) {
  Client client = Connected();
  client.Send(Head(Sized(Body(0).size())) + Body(0));
  const std::string expected = client.Reply();
  EXPECT_THAT(expected, StartsWith(kOk));
  const std::string body = Body(300000);
  client.Send(Head(Sized(body.size())));
  size_t sent = 0;
  for (const size_t part : {10, 60000, 5, 200000, 39985}) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    client.Send(body.substr(sent, part));
    sent += part;
  }
  EXPECT_EQ(client.Reply(), expected);
  client.Send(Head(Sized(body.size())) + body + kLive);
  EXPECT_EQ(client.Reply(), expected);
  EXPECT_THAT(client.Reply(), StartsWith(kOk));
}

TEST_F(HttpServerTest, NamesABodyThatEndsTooEarly) {
  Client client = Connected();
  client.Send(Head(Sized(50)) + "{");
  client.EndSending();
  EXPECT_THAT(client.Reply(), HasSubstr("partial message"));
}

TEST_F(HttpServerTest, AsksForBodiesThatWaitForThat) {
  Client client = Connected();
  client.Send(Head(Sized(Body(0).size()) + kExpect));
  EXPECT_EQ(client.Reply(), kContinue);
  client.Send(Body(0));
  EXPECT_THAT(client.Reply(), StartsWith(kOk));
  Client old = Connected();
  old.Send(Head(Sized(Body(0).size()) + kExpect, "1.0"));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  old.Send(Body(0));
  EXPECT_THAT(old.Reply(), StartsWith("HTTP/1.0 200 OK\r\n"));
}

}  // namespace
}  // namespace paddle::serve
