// The library libpaddle_grpc.so: gRPC behind the C interface.
#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "paddle/framework/distributed/group/backend_error.h"
#include "paddle/framework/distributed/server/c_frame.h"
#include "paddle/framework/distributed/server/frame_backend.h"
#include "paddle/framework/distributed/server/grpc_client.h"
#include "paddle/framework/distributed/server/grpc_server.h"
#include "paddle/platform/enforce.h"

struct PaddleFrameClient {
  std::unique_ptr<paddle::distributed::FrameClient> client;
};

struct PaddleFrameServer {
  std::unique_ptr<paddle::distributed::CallServer> server;
};

struct PaddleFrameCall {
  paddle::distributed::FrameAnswer answer;
};

namespace paddle::distributed {
namespace {

// Runs the body; false, with a text, if it throws.
template <class Body>
bool Guarded(PaddleFramesError* error, const Body& body) {
  try {
    body();
    return true;
  } catch (const platform::Error& caught) {
    SetText(caught.message(), error);
  } catch (const std::exception& caught) {
    SetText(caught.what(), error);
  }
  return false;
}

bool Connect(const char* address, int64_t timeout_milliseconds,
             PaddleFrameClient** client, PaddleFramesError* error) {
  return Guarded(error, [&] {
    auto made = std::make_unique<PaddleFrameClient>();
    made->client = ConnectFramesByGrpc(
        address, std::chrono::milliseconds(timeout_milliseconds));
    *client = made.release();
  });
}

void Disconnect(PaddleFrameClient* client) { delete client; }

void Begin(PaddleFrameClient* client, const PaddleFrame* request,
           PaddleFrameDone done, void* caller) {
  client->client->Begin(
      Adopted(*request), [=](const Frame& answer, const char* error) {
        if (error != nullptr) return done(caller, nullptr, error);
        Lend(answer,
             [&](const PaddleFrame& lent) { done(caller, &lent, nullptr); });
      });
}

bool Listen(const char* address, int32_t port, PaddleFrameHandler handle,
            void* owner, PaddleFrameServer** server, int32_t* bound,
            PaddleFramesError* error) {
  return Guarded(error, [&] {
    auto made = std::make_unique<PaddleFrameServer>();
    made->server = ListenForFramesByGrpc(
        address, port, [=](const Frame& request, FrameAnswer answer) {
          auto* call = new PaddleFrameCall{std::move(answer)};
          Lend(request,
               [&](const PaddleFrame& lent) { handle(owner, &lent, call); });
        });
    *bound = made->server->port();
    *server = made.release();
  });
}

void Close(PaddleFrameServer* server) { delete server; }

void Answer(PaddleFrameCall* call, const PaddleFrame* answer) {
  const std::unique_ptr<PaddleFrameCall> ended(call);
  ended->answer(Adopted(*answer));
}

constexpr PaddleFrameTable kTable = {
    PADDLE_FRAMES_VERSION,
    sizeof(PaddleFrameTable),
    &Connect,
    &Disconnect,
    &Begin,
    &Listen,
    &Close,
    &Answer,
};

}  // namespace
}  // namespace paddle::distributed

extern "C" const PaddleFrameTable* PaddleFrameBackend() {
  return &paddle::distributed::kTable;
}
