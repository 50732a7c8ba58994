#include "paddle/framework/distributed/runner/servers.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/runner/kept_tables.h"
#include "paddle/framework/distributed/server/frame_library.h"
#include "paddle/framework/distributed/server/parameter_service.h"
#include "paddle/framework/distributed/server/retrying_calls.h"
#include "paddle/framework/distributed/store/open_store.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::LoDTensor;
using framework::Program;
using framework::RowPiece;
using framework::Scope;
using framework::Tensor;

// Returns the path of a file in a folder, which is made; "" without a folder.
std::string FileIn(const std::string& folder, const char* name) {
  if (folder.empty()) return "";
  PADDLE_ENFORCE(::mkdir(folder.c_str(), 0777) == 0 || errno == EEXIST,
                 Unavailable, "making the folder ", folder, ": ",
                 std::strerror(errno));
  return absl::StrCat(folder, "/", name);
}

void Remove(const std::string& file) {
  PADDLE_ENFORCE(::unlink(file.c_str()) == 0 || errno == ENOENT,
                 ResourceExhausted, "removing ", file, ": ",
                 std::strerror(errno));
}

ProgramHost::Make MakerOf(const std::string& folder,
                          const std::string& tables) {
  return [=, file = FileIn(folder, "state"),
          programs = FileIn(folder, "programs")](
             const std::shared_ptr<const Program>& main,
             const std::shared_ptr<const Program>& startup,
             const proto::CallHead& head) {
    ParameterServiceOptions all;
    all.served = head.options();
    all.file = file;
    if (head.anew() && !file.empty()) {
      // Else it would go on from the beginning before. Without programs, which
      // go first, a server that is killed now finds nothing to go on from.
      Remove(programs);
      Remove(file);
      RemoveTables(folder);
    }
    if (!file.empty() && !tables.empty()) {
      all.tables_are_kept = true;
      all.new_table = TablesIn(folder, tables);
    }
    return std::make_unique<ParameterService>(*main, startup, all);
  };
}

std::shared_ptr<Program> WithSeed(const Program& startup) {
  auto program = startup.Clone();
  program->set_random_seed(framework::SeedOf(startup));
  return program;
}

// Makes one call to each server, again where they are lost.
void MakeAll(const std::vector<NamedServer>& servers, std::vector<Call> calls) {
  RetryingCalls retrying(servers, RetryOptions());
  for (size_t i = 0; i < servers.size(); ++i) {
    retrying.Push(static_cast<int>(i), std::move(calls[i]));
  }
  // No trainer is waited for.
  retrying.Wait(/*interruptible=*/false);
}

// Returns null if the scope has no value of that name.
const LoDTensor* ValueIn(const Scope& scope, const std::string& name) {
  const framework::Variable* var = scope.FindVar(name);
  if (var == nullptr || !var->Is<LoDTensor>()) return nullptr;
  const auto& value = var->Get<LoDTensor>();
  return value.initialized() ? &value : nullptr;
}

// Returns what a variable of a server is.
RowPiece PieceOf(const std::string& name,
                 const framework::ServerPrograms& programs) {
  for (const RowPiece& piece : programs.pieces) {
    if (piece.name == name) return piece;
  }
  return {name, name};
}

// Copies rows to their place in the whole, which has memory then.
void JoinRows(const RowPiece& piece, const Tensor& rows, Tensor* whole) {
  framework::Dims dims = rows.dims();
  PADDLE_ENFORCE(rows.rank() > 0 && dims[0] == piece.end - piece.begin,
                 DataLoss, "a server has '", piece.name, "' as ",
                 dims.ToString(), ", not as ", piece.end - piece.begin,
                 " rows");
  dims[0] = piece.height;
  if (!whole->initialized()) *whole = Tensor(dims, rows.dtype());
  PADDLE_ENFORCE(whole->dims() == dims && whole->dtype() == rows.dtype(),
                 DataLoss, "the pieces of '", piece.whole, "' differ in shape");
  Tensor place = whole->Slice(piece.begin, piece.end);
  framework::CopyTo(rows, &place);
}

// Returns the part of a value that is a piece.
Tensor RowsOf(const RowPiece& piece, const Tensor& value) {
  if (piece.begin < 0) return value;
  PADDLE_ENFORCE(value.rank() > 0 && value.dims()[0] == piece.height,
                 InvalidArgument, "'", piece.whole, "' is ",
                 value.dims().ToString(), ", and servers have pieces of ",
                 piece.height, " rows");
  return value.Slice(piece.begin, piece.end);
}

}  // namespace

std::vector<NamedServer> ConnectServers(
    const std::vector<std::string>& addresses, const std::string& library,
    std::chrono::milliseconds timeout, const std::string& token) {
  std::vector<NamedServer> servers;
  if (addresses.empty()) return servers;
  const PaddleFrameTable& table = LoadFrameLibrary(library);
  for (const std::string& address : addresses) {
    servers.push_back(
        {WithToken(ConnectByLibrary(table, address, timeout), token), address});
  }
  return servers;
}

void SendPrograms(const std::vector<NamedServer>& servers,
                  const std::vector<framework::ServerPrograms>& programs,
                  const proto::ServerOptions& options, bool anew,
                  int64_t epoch) {
  PADDLE_ENFORCE_EQ(servers.size(), programs.size(), "servers and programs");
  std::vector<Call> calls;
  for (const framework::ServerPrograms& each : programs) {
    calls.push_back(
        ProgramsCall(*each.main, *WithSeed(*each.startup), options, anew));
    calls.back().head.set_epoch(epoch);
  }
  MakeAll(servers, std::move(calls));
}

KeptVariables KeptBy(const std::vector<framework::ServerPrograms>& programs) {
  KeptVariables variables;
  for (size_t i = 0; i < programs.size(); ++i) {
    for (const auto& var : programs[i].main->global_block().desc().vars()) {
      // A table has as many rows there as a step changes.
      const bool whole =
          absl::c_none_of(var.dims(), [](int64_t size) { return size < 0; });
      if (!var.persistable() || !whole) continue;
      variables.at.push_back({static_cast<int>(i), var.name()});
      variables.pieces.push_back(PieceOf(var.name(), programs[i]));
    }
  }
  return variables;
}

void JoinValues(const KeptVariables& variables,
                const std::vector<Tensor>& values, Scope* scope) {
  std::map<std::string, Tensor> joined;
  for (size_t i = 0; i < values.size(); ++i) {
    const RowPiece& piece = variables.pieces[i];
    if (piece.begin < 0) {
      joined[piece.whole] = values[i];
    } else {
      JoinRows(piece, values[i], &joined[piece.whole]);
    }
  }
  auto locks =
      framework::ScopeLocks::One(*scope, framework::ScopeAccess::kWrite);
  locks.Lock();
  for (const auto& [name, value] : joined) {
    *scope->Var(name)->GetMutable<LoDTensor>() = LoDTensor(value);
  }
}

void SendValues(const std::vector<NamedServer>& servers,
                const KeptVariables& variables, int64_t steps, int64_t epoch,
                const Scope& scope) {
  std::vector<Call> calls(servers.size());
  auto locks = framework::ScopeLocks::One(scope, framework::ScopeAccess::kRead);
  locks.Lock();
  for (size_t i = 0; i < variables.at.size(); ++i) {
    const RowPiece& piece = variables.pieces[i];
    const LoDTensor* value = ValueIn(scope, piece.whole);
    if (value == nullptr) continue;
    Call& call = calls[variables.at[i].server];
    call.head.add_names(variables.at[i].name);
    call.tensors.push_back(RowsOf(piece, framework::OnCPU(*value)));
  }
  for (Call& call : calls) {
    call.head.set_block(kRestoreBlock);
    call.head.set_step(steps);
    call.head.set_epoch(epoch);
  }
  MakeAll(servers, std::move(calls));
}

std::shared_ptr<ServerPlace> OpenServerPlace(const std::string& url,
                                             const std::string& name,
                                             std::chrono::milliseconds ttl,
                                             const std::string& library) {
  return std::make_shared<ServerPlace>(OpenLeasedStore(url, library),
                                       absl::StrCat("server/", name), ttl);
}

ServerProcess::ServerProcess(const std::string& library,
                             const std::string& address, int port,
                             const ServerProcessOptions& options)
    : place_(options.place),
      host_(framework::OpInfoMap::Instance(),
            MakerOf(options.folder, options.tables),
            FileIn(options.folder, "programs")) {
  CallTarget* target = &host_;
  if (place_ != nullptr) {
    fence_ = std::make_unique<Fence>(target, place_->name(),
                                     [held = place_] { return held->held(); });
    target = fence_.get();
  }
  if (!options.token.empty()) {
    guard_ = std::make_unique<TokenGuard>(target, options.token,
                                          absl::StrCat(address, ":", port));
    target = guard_.get();
  }
  port_ = ListenByLibrary(LoadFrameLibrary(library), address, port, target);
  if (place_ != nullptr) {
    place_->Publish(absl::StrCat(address, ":", port_->port()));
  }
}

}  // namespace paddle::distributed
