#include "paddle/framework/distributed/server/frame_library.h"

#include <utility>

#include "paddle/framework/distributed/server/c_frame.h"
#include "paddle/framework/distributed/server/frame_target.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/load_table.h"

namespace paddle::distributed {

namespace {

class LibraryClient final : public FrameClient {
 public:
  LibraryClient(const PaddleFrameTable& table, PaddleFrameClient* client)
      : table_(table), client_(client) {}
  ~LibraryClient() override { table_.disconnect(client_); }

  void Begin(Frame request, Done done) override {
    auto* caller = new Done(std::move(done));
    Lend(request, [&](const PaddleFrame& lent) {
      table_.begin(client_, &lent, &End, caller);
    });
  }

 private:
  static void End(void* caller, const PaddleFrame* answer, const char* error) {
    const std::unique_ptr<Done> done(static_cast<Done*>(caller));
    (*done)(answer == nullptr ? Frame() : Adopted(*answer), error);
  }

  const PaddleFrameTable& table_;
  PaddleFrameClient* const client_;
};

class LibraryServer final : public CallServer {
 public:
  LibraryServer(const PaddleFrameTable& table, const std::string& address,
                int port, FrameHandler handler)
      : table_(table), handler_(std::move(handler)) {
    int32_t bound = 0;
    PaddleFramesError error;
    PADDLE_ENFORCE(table_.listen(address.c_str(), port, &Handle, this, &server_,
                                 &bound, &error),
                   Unavailable, error.text);
    port_ = bound;
  }
  ~LibraryServer() override { table_.close(server_); }

  int port() const override { return port_; }

 private:
  static void Handle(void* owner, const PaddleFrame* request,
                     PaddleFrameCall* call) {
    const auto& self = *static_cast<const LibraryServer*>(owner);
    self.handler_(Adopted(*request), [&table = self.table_,
                                      call](const Frame& answer) {
      Lend(answer, [&](const PaddleFrame& lent) { table.answer(call, &lent); });
    });
  }

  const PaddleFrameTable& table_;
  const FrameHandler handler_;
  PaddleFrameServer* server_ = nullptr;
  int port_ = 0;
};

}  // namespace

const PaddleFrameTable& LoadFrameLibrary(const std::string& path) {
  return platform::LoadTable<PaddleFrameTable>(
      path, {PADDLE_FRAMES_ENTRY, PADDLE_FRAMES_VERSION,
             sizeof(PaddleFrameTable), "carries no calls between processes"});
}

std::unique_ptr<CallTarget> ConnectByLibrary(
    const PaddleFrameTable& table, const std::string& address,
    std::chrono::milliseconds timeout) {
  PaddleFrameClient* client = nullptr;
  PaddleFramesError error;
  PADDLE_ENFORCE(
      table.connect(address.c_str(), timeout.count(), &client, &error),
      Unavailable, error.text);
  return NewFrameTarget(std::make_unique<LibraryClient>(table, client));
}

std::unique_ptr<CallServer> ListenByLibrary(const PaddleFrameTable& table,
                                            const std::string& address,
                                            int port, CallTarget* target) {
  return std::make_unique<LibraryServer>(table, address, port,
                                         HandlerOf(target));
}

}  // namespace paddle::distributed
