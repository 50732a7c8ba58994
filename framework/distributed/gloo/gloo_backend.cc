// The library libpaddle_gloo.so: ConnectGloo behind the C interface.
#include <chrono>
#include <exception>
#include <memory>
#include <string>

#include "paddle/framework/distributed/gloo/gloo_transport.h"
#include "paddle/framework/distributed/group/backend.h"
#include "paddle/framework/distributed/group/backend_error.h"
#include "paddle/platform/enforce.h"

struct PaddleTransport {
  std::unique_ptr<paddle::distributed::Transport> transport;
};

struct PaddleMessage {
  std::unique_ptr<paddle::distributed::Message> message;
};

namespace paddle::distributed {
namespace {

PaddleTransportCode Failed(PaddleTransportCode code, const std::string& text,
                           PaddleTransportError* error) {
  SetText(text, error);
  return code;
}

// Runs the body, and makes of what it throws a code and a text.
template <typename Body>
PaddleTransportCode Guarded(PaddleTransportError* error, const Body& body) {
  try {
    body();
    return PADDLE_TRANSPORT_OK;
  } catch (const platform::Error& caught) {
    using platform::ErrorCode;
    const PaddleTransportCode code =
        caught.code() == ErrorCode::kInvalidArgument
            ? PADDLE_TRANSPORT_INVALID_ARGUMENT
        : caught.code() == ErrorCode::kUnavailable
            ? PADDLE_TRANSPORT_UNAVAILABLE
            : PADDLE_TRANSPORT_INTERNAL;
    return Failed(code, caught.message(), error);
  } catch (const std::exception& caught) {
    return Failed(PADDLE_TRANSPORT_INTERNAL, caught.what(), error);
  } catch (...) {
    return Failed(PADDLE_TRANSPORT_INTERNAL, "an unknown error", error);
  }
}

void Check(PaddleTransportCode code, const PaddleTransportError& error) {
  PADDLE_ENFORCE(code == PADDLE_TRANSPORT_OK, Unavailable, error.text);
}

Rendezvous RendezvousOf(const PaddleTransportStore& store) {
  Rendezvous result;
  result.set = [store](const std::string& key, const std::string& value) {
    PaddleTransportError error;
    Check(
        store.set(store.owner, key.c_str(), value.data(), value.size(), &error),
        error);
  };
  result.wait = [store](const std::string& key, Rendezvous::Deadline deadline) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    std::string value;
    PaddleTransportError error;
    const auto take = [](void* taker, const void* data, size_t bytes) {
      static_cast<std::string*>(taker)->assign(static_cast<const char*>(data),
                                               bytes);
    };
    Check(store.wait(store.owner, key.c_str(), left.count(), take, &value,
                     &error),
          error);
    return value;
  };
  return result;
}

PaddleTransportCode Connect(const PaddleTransportMember* member,
                            PaddleTransport** transport,
                            PaddleTransportError* error) {
  return Guarded(error, [&] {
    MemberOptions options;
    options.rank = member->rank;
    options.size = member->size;
    options.address = member->address;
    options.timeout = std::chrono::milliseconds(member->timeout_milliseconds);
    options.rendezvous = RendezvousOf(member->store);
    auto result = std::make_unique<PaddleTransport>();
    result->transport = ConnectGloo(options);
    *transport = result.release();
  });
}

void Disconnect(PaddleTransport* transport) { delete transport; }

PaddleTransportCode Send(PaddleTransport* transport, int32_t peer, uint64_t tag,
                         const void* data, size_t bytes,
                         PaddleMessage** message, PaddleTransportError* error) {
  return Guarded(error, [&] {
    auto result = std::make_unique<PaddleMessage>();
    result->message = transport->transport->Send(peer, tag, data, bytes);
    *message = result.release();
  });
}

PaddleTransportCode Receive(PaddleTransport* transport, int32_t peer,
                            uint64_t tag, void* data, size_t bytes,
                            PaddleMessage** message,
                            PaddleTransportError* error) {
  return Guarded(error, [&] {
    auto result = std::make_unique<PaddleMessage>();
    result->message = transport->transport->Receive(peer, tag, data, bytes);
    *message = result.release();
  });
}

PaddleTransportCode Wait(PaddleMessage* message, PaddleTransportError* error) {
  return Guarded(error, [&] { message->message->Wait(); });
}

void Release(PaddleMessage* message) { delete message; }

void GiveUp(PaddleTransport* transport, const char* reason) {
  PaddleTransportError nobody_asks;
  Guarded(&nobody_asks, [&] { transport->transport->Abort(reason); });
}

PaddleTransportCode AllReduce(PaddleTransport* transport, void* array,
                              int64_t count, int32_t type,
                              PaddleTransportReduction reduction, uint64_t tag,
                              PaddleTransportError* error) {
  return Guarded(error, [&] {
    transport->transport->fast()->AllReduce(
        {array, count, static_cast<framework::DataType>(type),
         static_cast<Reduction>(reduction), tag});
  });
}

constexpr PaddleTransportTable kTable = {
    PADDLE_TRANSPORT_VERSION,
    sizeof(PaddleTransportTable),
    &Connect,
    &Disconnect,
    &Send,
    &Receive,
    &Wait,
    &Release,
    &GiveUp,
    &AllReduce,
};

}  // namespace
}  // namespace paddle::distributed

extern "C" const PaddleTransportTable* PaddleTransportBackend() {
  return &paddle::distributed::kTable;
}
