// Serves the models of a folder by the Open Inference Protocol v2, over HTTP
// and gRPC.
#include <string>

#include "absl/flags/flag.h"

#include "paddle/platform/enforce.h"
#include "paddle/tools/serve/grpc_server.h"
#include "paddle/tools/serve/serve_main.h"

ABSL_FLAG(int, grpc_port, 8081, "the port of gRPC; 0: a free one");

int main(int argc, char** argv) {
  using paddle::serve::Limits;
  using paddle::serve::Service;
  return paddle::serve::ServeMain(
      argc, argv,
      [](Service* service, const std::string& host, const Limits& limits) {
        return paddle::serve::ListenByGrpc(
            service, host, absl::GetFlag(FLAGS_grpc_port), limits);
      },
      [] {
        const int port = absl::GetFlag(FLAGS_grpc_port);
        PADDLE_ENFORCE(port >= 0 && port <= 65535, InvalidArgument,
                       "--grpc_port is ", port, ", not in [0, 65535]");
      });
}
