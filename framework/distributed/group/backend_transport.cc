#include "paddle/framework/distributed/group/backend_transport.h"

#include <cstddef>
#include <exception>
#include <utility>

#include "paddle/framework/distributed/group/backend_error.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/load_table.h"

namespace paddle::distributed {
namespace {

void Check(PaddleTransportCode code, const PaddleTransportError& error) {
  switch (code) {
    case PADDLE_TRANSPORT_OK:
      return;
    case PADDLE_TRANSPORT_INVALID_ARGUMENT:
      PADDLE_THROW(InvalidArgument, error.text);
    case PADDLE_TRANSPORT_UNAVAILABLE:
      PADDLE_THROW(Unavailable, error.text);
    default:
      PADDLE_THROW(Internal, error.text);
  }
}

// The rendezvous as the library sees it. It keeps the exception that must not
// cross the library, to be thrown again behind it.
struct StoreOwner {
  const Rendezvous& rendezvous;
  std::exception_ptr failure;

  template <typename Body>
  PaddleTransportCode Guarded(PaddleTransportError* error, const Body& body) {
    try {
      body();
      return PADDLE_TRANSPORT_OK;
    } catch (const std::exception& caught) {
      failure = std::current_exception();
      SetText(caught.what(), error);
      return PADDLE_TRANSPORT_UNAVAILABLE;
    }
  }

  static PaddleTransportCode Set(void* owner, const char* key,
                                 const void* value, size_t bytes,
                                 PaddleTransportError* error) {
    auto* self = static_cast<StoreOwner*>(owner);
    return self->Guarded(error, [&] {
      self->rendezvous.set(key,
                           std::string(static_cast<const char*>(value), bytes));
    });
  }

  static PaddleTransportCode Wait(void* owner, const char* key,
                                  int64_t milliseconds,
                                  void (*take)(void* taker, const void* value,
                                               size_t bytes),
                                  void* taker, PaddleTransportError* error) {
    auto* self = static_cast<StoreOwner*>(owner);
    return self->Guarded(error, [&] {
      const std::string value = self->rendezvous.wait(
          key, std::chrono::steady_clock::now() +
                   std::chrono::milliseconds(milliseconds));
      take(taker, value.data(), value.size());
    });
  }
};

class BackendMessage final : public Message {
 public:
  BackendMessage(const PaddleTransportTable& table, PaddleMessage* message)
      : table_(table), message_(message) {}
  ~BackendMessage() override { table_.release(message_); }

  void Wait() override {
    PaddleTransportError error;
    Check(table_.wait(message_, &error), error);
  }

 private:
  const PaddleTransportTable& table_;
  PaddleMessage* const message_;
};

// Returns true if a library's table has the entries before and at the offset.
bool Has(const PaddleTransportTable& table, size_t offset) {
  return table.bytes >= offset + sizeof(void (*)());
}

class BackendTransport final : public Transport, private FastReducer {
 public:
  BackendTransport(const PaddleTransportTable& table,
                   PaddleTransport* transport, int rank, int size)
      : table_(table), transport_(transport), rank_(rank), size_(size) {}
  ~BackendTransport() override { table_.disconnect(transport_); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  std::unique_ptr<Message> Send(int peer, uint64_t tag, const void* data,
                                size_t bytes) override {
    return Begin([&](PaddleMessage** message, PaddleTransportError* error) {
      return table_.send(transport_, peer, tag, data, bytes, message, error);
    });
  }
  std::unique_ptr<Message> Receive(int peer, uint64_t tag, void* data,
                                   size_t bytes) override {
    return Begin([&](PaddleMessage** message, PaddleTransportError* error) {
      return table_.receive(transport_, peer, tag, data, bytes, message, error);
    });
  }

  // Not null even without an entry, so that it is an error of the caller's.
  FastReducer* fast() override { return this; }

  void Abort(const std::string& reason) override {
    table_.give_up(transport_, reason.c_str());
  }

 private:
  template <typename Start>
  std::unique_ptr<Message> Begin(const Start& start) {
    PaddleMessage* message = nullptr;
    PaddleTransportError error;
    Check(start(&message, &error), error);
    return std::make_unique<BackendMessage>(table_, message);
  }

  void AllReduce(const FastReduction& given) override {
    PADDLE_ENFORCE(Has(table_, offsetof(PaddleTransportTable, all_reduce)) &&
                       table_.all_reduce != nullptr,
                   Unimplemented,
                   "the library that carries bytes between members has no "
                   "order of its own: the order must be 'tree'");
    PaddleTransportError error;
    Check(table_.all_reduce(transport_, given.array, given.count,
                            static_cast<int32_t>(given.type),
                            static_cast<int32_t>(given.reduction), given.tag,
                            &error),
          error);
  }

  const PaddleTransportTable& table_;
  PaddleTransport* const transport_;
  const int rank_;
  const int size_;
};

}  // namespace

const PaddleTransportTable& LoadBackend(const std::string& path) {
  return platform::LoadTable<PaddleTransportTable>(
      path, {PADDLE_TRANSPORT_ENTRY, PADDLE_TRANSPORT_VERSION,
             offsetof(PaddleTransportTable, all_reduce),
             "carries no bytes between processes"});
}

std::unique_ptr<Transport> ConnectBackend(const PaddleTransportTable& table,
                                          const MemberOptions& options) {
  StoreOwner owner{options.rendezvous, nullptr};
  PaddleTransportMember member{};
  member.rank = options.rank;
  member.size = options.size;
  member.address = options.address.c_str();
  member.timeout_milliseconds = options.timeout.count();
  member.store = {&owner, &StoreOwner::Set, &StoreOwner::Wait};
  PaddleTransport* transport = nullptr;
  PaddleTransportError error;
  const PaddleTransportCode code = table.connect(&member, &transport, &error);
  if (code != PADDLE_TRANSPORT_OK && owner.failure != nullptr) {
    std::rethrow_exception(owner.failure);
  }
  Check(code, error);
  return std::make_unique<BackendTransport>(table, transport, options.rank,
                                            options.size);
}

}  // namespace paddle::distributed
