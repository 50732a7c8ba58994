#include "paddle/framework/distributed/store/etcd_client.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/load_table.h"

namespace paddle::distributed {

namespace {

using google::protobuf::MessageLite;
using std::chrono::milliseconds;

// Codes of gRPC (its statuscodes.md).
constexpr int32_t kUnknown = 2;
constexpr int32_t kDeadlineExceeded = 4;
constexpr int32_t kNotFound = 5;
constexpr int32_t kUnavailable = 14;
// The longest time of connecting; then another server is tried.
constexpr milliseconds kConnecting(1000);

// By so much a server may take a deadline for over too early.
constexpr milliseconds kClocks(20);

constexpr char kScheme[] = "etcd://";

bool IsAddress(const std::string& text) {
  const size_t colon = text.rfind(':');
  int port = 0;
  return colon != std::string::npos && colon > 0 &&
         absl::SimpleAtoi(text.substr(colon + 1), &port) && port > 0 &&
         port < 65536 &&
         std::all_of(text.begin(), text.begin() + colon, [](char byte) {
           return absl::ascii_isalnum(byte) || byte == '.' || byte == '-' ||
                  byte == '_';
         });
}

// True if a server may have failed because of itself, and another may help:
// cancelled, unknown, deadline exceeded, resources exhausted, internal,
// unavailable.
bool OfServer(int32_t code) {
  return code == 1 || code == kUnknown || code == kDeadlineExceeded ||
         code == 8 || code == 13 || code == kUnavailable;
}

bool TakeMessage(void* caller, const void* message, size_t bytes) {
  const auto& take = *static_cast<const EtcdClient::Take*>(caller);
  return take(std::string(static_cast<const char*>(message), bytes));
}

milliseconds Until(EtcdClient::Time deadline) {
  return std::max(milliseconds(0),
                  std::chrono::duration_cast<milliseconds>(
                      deadline - std::chrono::steady_clock::now()));
}

}  // namespace

EtcdAddress ParseEtcdUrl(const std::string& url) {
  EtcdAddress address;
  if (absl::StartsWith(url, kScheme)) {
    const std::vector<std::string> parts = absl::StrSplit(
        url.substr(sizeof(kScheme) - 1), absl::MaxSplits('/', 1));
    address.servers = absl::StrSplit(parts[0], ',');
    if (parts.size() > 1) address.prefix = parts[1];
    while (absl::EndsWith(address.prefix, "/")) address.prefix.pop_back();
    if (!address.prefix.empty()) address.prefix += '/';
  }
  PADDLE_ENFORCE(!address.servers.empty() &&
                     std::all_of(address.servers.begin(), address.servers.end(),
                                 &IsAddress),
                 InvalidArgument, "'", url,
                 "' is no address of etcd; etcd://HOST:PORT/PREFIX is one");
  return address;
}

EtcdClient::EtcdClient(const std::string& url, const std::string& library)
    : url_(url),
      address_(ParseEtcdUrl(url)),
      table_(platform::LoadTable<PaddleRpcTable>(
          library, {PADDLE_RPC_ENTRY, PADDLE_RPC_VERSION,
                    sizeof(PaddleRpcTable), "calls no servers of gRPC"})) {
  for (const std::string& server : address_.servers) {
    std::shared_ptr<PaddleRpcChannel> channel(table_.open(server.c_str()),
                                              table_.close);
    PADDLE_ENFORCE(channel != nullptr, Unavailable,
                   "no way to the server of etcd ", server, " can be made");
    servers_.push_back({server, std::move(channel)});
  }
}

const EtcdClient::Server& EtcdClient::Current() {
  std::lock_guard<std::mutex> lock(mutex_);
  return servers_[current_];
}

void EtcdClient::TurnFrom(const Server& server) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (&servers_[current_] == &server) {
    current_ = (current_ + 1) % servers_.size();
  }
}

int32_t EtcdClient::CallOne(const Server& server, const std::string& method,
                            const std::string& request, milliseconds patience,
                            const Take& take, std::string* error) {
  PaddleRpcError text{};
  const int32_t code = table_.call(
      server.channel.get(), absl::StrCat("/etcdserverpb.", method).c_str(),
      request.data(), request.size(), patience.count(), &TakeMessage,
      const_cast<Take*>(&take), &text);
  if (code == 0) return 0;
  absl::StrAppend(error, error->empty() ? "" : "; ", server.address, ": ",
                  text.text, " (code ", code, ")");
  if (OfServer(code)) TurnFrom(server);
  return code;
}

void EtcdClient::Fail(int32_t code, const std::string& error) const {
  PADDLE_ENFORCE(code != kNotFound, NotFound, url_, ": ", error);
  PADDLE_ENFORCE(!OfServer(code), Unavailable, url_,
                 " cannot be reached: ", error);
  PADDLE_THROW(Unavailable, url_, " refuses a request: ", error);
}

void EtcdClient::Call(const std::string& method, const MessageLite& request,
                      Repeat repeat, milliseconds patience,
                      MessageLite* response) {
  const std::string bytes = request.SerializeAsString();
  std::string error;
  int32_t code = kUnavailable;
  for (size_t i = 0; i < servers_.size(); ++i) {
    const Server& server = Current();
    if (!table_.connect(server.channel.get(),
                        std::min(patience, kConnecting).count())) {
      absl::StrAppend(&error, error.empty() ? "" : "; ", server.address,
                      ": no connection");
      TurnFrom(server);
      continue;
    }
    bool answered = false;
    const auto parse = [&](const std::string& message) {
      answered = response->ParseFromString(message);
      return false;
    };
    code = CallOne(server, method, bytes, patience, parse, &error);
    PADDLE_ENFORCE(code != 0 || answered, Unavailable, url_, ": the answer of ",
                   server.address, " to ", method, " cannot be read");
    if (code == 0) return;
    if (!OfServer(code) || repeat == Repeat::kNo) break;
  }
  Fail(code, error);
}

bool EtcdClient::Listen(const std::string& method, const MessageLite& request,
                        Time deadline, const Take& take) {
  const Server& server = Current();
  std::string error;
  bool taken = false;
  const auto note = [&](const std::string& message) {
    taken = !take(message);
    return !taken;
  };
  const int32_t code = CallOne(server, method, request.SerializeAsString(),
                               Until(deadline), note, &error);
  if (taken) return true;
  // etcd calls its own end of the time unknown.
  const bool late = code == kDeadlineExceeded || code == kUnknown;
  if (late && Until(deadline) <= kClocks) return false;
  TurnFrom(server);
  Fail(code == 0 ? kUnavailable : code,
       code == 0 ? server.address + ": the answer has ended" : error);
}

}  // namespace paddle::distributed
