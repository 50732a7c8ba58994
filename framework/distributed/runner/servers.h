// Connects a trainer to the servers of its job, and makes a process a server.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/server/call.pb.h"
#include "paddle/framework/distributed/server/fence.h"
#include "paddle/framework/distributed/server/frame_link.h"
#include "paddle/framework/distributed/server/parameter_client.h"
#include "paddle/framework/distributed/server/parameter_servers.h"
#include "paddle/framework/distributed/server/program_host.h"
#include "paddle/framework/distributed/server/server_place.h"
#include "paddle/framework/distributed/server/token.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/framework/passes/row_pieces.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::distributed {

// Returns the ways to servers, in the order of their addresses. `library`
// carries the calls: see LoadFrameLibrary; they have the token, unless it is
// "". Unavailable, naming the address, if one does not answer in time.
std::vector<NamedServer> ConnectServers(
    const std::vector<std::string>& addresses, const std::string& library,
    std::chrono::milliseconds timeout = std::chrono::minutes(1),
    const std::string& token = "");

// Sends each server its programs. Those without a seed get this process's: the
// bits of initial values do not depend on where they are made. If the job
// begins anew they take the place of those before. `epoch` is that of the
// sender's group. Calls that are lost are made again. Errors are those of the
// servers, with the address, and of RetryingCalls.
void SendPrograms(const std::vector<NamedServer>& servers,
                  const std::vector<framework::ServerPrograms>& programs,
                  const proto::ServerOptions& options, bool anew,
                  int64_t epoch);

// Persistables of servers' programs.
struct KeptVariables {
  std::vector<PulledParameter> at;  // as servers know them
  // The part that each is of a persistable of the program that was cut: all of
  // it, its rows, or a copy.
  std::vector<framework::RowPiece> pieces;
};

KeptVariables KeptBy(const std::vector<framework::ServerPrograms>& programs);

// Sets variables of the scope to the values of servers, those of `variables.at`
// in their order. DataLoss, naming the variable, for rows of another shape.
void JoinValues(const KeptVariables& variables,
                const std::vector<framework::Tensor>& values,
                framework::Scope* scope);

// Sets the servers' variables to the values that the scope has, where it has
// any, and the number of steps that were made. InvalidArgument, naming the
// variable, for one of other rows than were cut; `epoch` and other errors are
// as with SendPrograms.
void SendValues(const std::vector<NamedServer>& servers,
                const KeptVariables& variables, int64_t steps, int64_t epoch,
                const framework::Scope& scope);

// Returns the place "server/<name>" in the store of a URL: see OpenStore, whose
// errors it has, and ServerPlace. `library` calls etcd.
std::shared_ptr<ServerPlace> OpenServerPlace(const std::string& url,
                                             const std::string& name,
                                             std::chrono::milliseconds ttl,
                                             const std::string& library);

struct ServerProcessOptions {
  // A folder, which is made if it is not there: the server keeps there its
  // programs and each step before anybody learns of it, and goes on from what
  // it finds: one that is killed and started again has lost nothing. "": none.
  std::string folder;
  // It serves only while the place is its own (fence.h), and publishes its
  // address there. It should have been taken before, as what is in the folder
  // may be changed by who has it. Null: none.
  std::shared_ptr<ServerPlace> place;
  // The library by which rows of tables are kept in the folder
  // (LoadTableLibrary), which is loaded if a program has any; without one they
  // are Unimplemented there.
  std::string tables;
  // Calls must have it (token.h); "": none is asked for.
  std::string token;
};

// A server of parameters, of the programs that a trainer sends it.
class ServerProcess {
 public:
  // Listens at a number of this machine; port 0: one that is free. Errors are
  // those of LoadFrameLibrary, ListenByLibrary and ParameterService.
  ServerProcess(const std::string& library, const std::string& address,
                int port, const ServerProcessOptions& options = {});

  int port() const { return port_->port(); }

 private:
  const std::shared_ptr<ServerPlace> place_;  // or null
  ProgramHost host_;
  std::unique_ptr<Fence> fence_;       // before the host, if there is a place
  std::unique_ptr<TokenGuard> guard_;  // before both, if there is a token
  std::unique_ptr<CallServer> port_;   // destroyed first
};

}  // namespace paddle::distributed
