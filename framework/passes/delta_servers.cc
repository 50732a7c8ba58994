#include "paddle/framework/passes/delta_servers.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/named_block.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/server_blocks.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/served_tables.h"
#include "paddle/framework/passes/startup_part.h"
#include "paddle/framework/passes/update_parts.h"
#include "paddle/framework/passes/update_placement.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

std::string PulledName(const std::string& parameter) {
  return parameter + "@PULLED";
}
std::string DeltaName(const std::string& parameter) {
  return parameter + "@DELTA";
}

class DeltaCutter {
 public:
  DeltaCutter(const std::shared_ptr<const Program>& main,
              const Program& startup, const ParameterServerOptions& options)
      : main_(main), startup_(startup), options_(options) {}

  ParameterServerPrograms Cut();

 private:
  // Returns the parameters that the optimizer changes.
  NameList Trained() const;
  ServerOf Place() const;
  const proto::VarDesc& Var(const std::string& name) const {
    return main_->global_block().GetVar(name);
  }
  proto::OpDesc Push(int64_t push_every) const;
  // Declares what push_delta mentions.
  void Declare(Program* program) const;
  std::shared_ptr<const Program> WithPush(
      const std::shared_ptr<const Program>& trainer) const;
  std::shared_ptr<Program> Alone() const;
  std::shared_ptr<const Program> Finish() const;
  void AppendCopies(Program* program) const;
  std::shared_ptr<const Program> TrainerStartup(const Program& main) const;
  ServerPrograms Server(int server) const;
  void AppendAddition(const std::string& name, Program* server) const;

  const std::shared_ptr<const Program> main_;
  const Program& startup_;
  const ParameterServerOptions& options_;
  NameList trained_;
  ServerOf servers_;
};

NameList DeltaCutter::Trained() const {
  const UseDef uses(*main_, /*block=*/0);
  absl::flat_hash_set<std::string> seen;
  NameList names;
  const auto& ops = main_->global_block().desc().ops();
  for (int op = 0; op < ops.size(); ++op) {
    if (ops[op].role() != proto::OPTIMIZE) continue;
    for (const std::string& name : uses.writes(op)) {
      const proto::VarDesc* var = main_->global_block().FindVar(name);
      const bool parameter = var != nullptr && var->is_parameter();
      if (parameter && seen.insert(name).second) names.push_back(name);
    }
  }
  return names;
}

ServerOf DeltaCutter::Place() const {
  UpdateParts parts;
  for (const std::string& name : trained_) {
    UpdatePart part;
    part.state = {name};
    part.bytes = DimsOf(Var(name)).Numel() *
                 SizeOf(DataTypeFromNumber(Var(name).dtype()));
    parts.push_back(std::move(part));
  }
  return ServersOf(PlaceParts(std::move(parts), options_.servers), {});
}

proto::OpDesc DeltaCutter::Push(int64_t push_every) const {
  NameList pulled;
  std::vector<int64_t> servers;
  for (const std::string& name : trained_) {
    pulled.push_back(PulledName(name));
    servers.push_back(servers_.at(name));
  }
  proto::OpDesc op = MakeOp("push_delta",
                            {{"Servers", {options_.trainers.servers_variable}},
                             {"Group", {options_.trainers.group}},
                             {"Param", trained_},
                             {"Pulled", pulled}},
                            {{"ParamOut", trained_}, {"PulledOut", pulled}},
                            {{"server_of", servers},
                             {"trainers", int64_t{options_.trainer_count}},
                             {"push_every", push_every}});
  op.set_role(proto::COMMUNICATE);
  return op;
}

void DeltaCutter::Declare(Program* program) const {
  SymbolTable& block = program->global_block();
  for (const std::string& name :
       {options_.trainers.servers_variable, options_.trainers.group}) {
    block.Var(name)->set_kind(proto::RAW);
  }
  for (const std::string& name : trained_) {
    *block.Var(name) = Var(name);
    proto::VarDesc* pulled = block.Var(PulledName(name));
    *pulled = Var(name);
    pulled->set_name(PulledName(name));
    pulled->set_is_parameter(false);
    pulled->set_persistable(true);
  }
}

std::shared_ptr<const Program> DeltaCutter::WithPush(
    const std::shared_ptr<const Program>& trainer) const {
  if (trainer == nullptr) return nullptr;
  auto made = trainer->Clone();
  Declare(made.get());
  made->AppendOp(0, Push(options_.push_every));
  Verify(*made);
  return made;
}

std::shared_ptr<Program> DeltaCutter::Alone() const {
  auto made = std::make_shared<Program>(main_->schemas());
  Declare(made.get());
  return made;
}

std::shared_ptr<const Program> DeltaCutter::Finish() const {
  auto made = Alone();
  made->AppendOp(0, Push(/*push_every=*/1));
  Verify(*made);
  return made;
}

void DeltaCutter::AppendCopies(Program* program) const {
  for (const std::string& name : trained_) {
    program->AppendOp(
        0, MakeOp("assign", {{"X", {name}}}, {{"Out", {PulledName(name)}}}));
  }
}

std::shared_ptr<const Program> DeltaCutter::TrainerStartup(
    const Program& main) const {
  auto startup = StartupOf(startup_, main, &servers_);
  Declare(startup.get());
  startup->AppendOp(
      0, PullOf(*main_, servers_, trained_, options_.trainers.servers_variable,
                /*latest=*/true));
  AppendCopies(startup.get());
  Verify(*startup);
  return startup;
}

void DeltaCutter::AppendAddition(const std::string& name,
                                 Program* server) const {
  SymbolTable& block = server->global_block();
  const proto::VarDesc& var = Var(name);
  *block.Var(name) = var;
  proto::VarDesc* delta = block.Var(DeltaName(name));
  *delta->mutable_dims() = var.dims();
  delta->set_dtype(proto::FLOAT64);
  delta->set_is_feed(true);
  const std::string wide = name + "@WIDE", sum = name + "@SUM";
  const std::string type(DataTypeName(DataTypeFromNumber(var.dtype())));
  proto::OpDesc ops[] = {
      MakeOp("cast", {{"X", {name}}}, {{"Out", {wide}}},
             {{"out_dtype", std::string("float64")}}),
      MakeOp("elementwise_add", {{"X", {wide}}, {"Y", {DeltaName(name)}}},
             {{"Out", {sum}}}),
      MakeOp("cast", {{"X", {sum}}}, {{"Out", {name}}}, {{"out_dtype", type}})};
  for (proto::OpDesc& op : ops) {
    op.set_role(proto::OPTIMIZE);
    server->AppendOp(0, std::move(op));
  }
}

ServerPrograms DeltaCutter::Server(int server) const {
  auto main = std::make_shared<Program>(main_->schemas());
  NameList deltas;
  for (const std::string& name : trained_) {  // as push_delta sends them
    if (servers_.at(name) != server) continue;
    AppendAddition(name, main.get());
    deltas.push_back(DeltaName(name));
  }
  const std::vector<bool> all(main->global_block().desc().ops_size(), true);
  if (!all.empty()) {
    MoveToNamedBlock(UpdateBlock(server), all, deltas, {}, main.get());
  }
  Verify(*main);
  return {main, StartupOf(startup_, *main), {}};
}

ParameterServerPrograms DeltaCutter::Cut() {
  for (const ServedTable& table : FindTables(*main_)) {
    PADDLE_THROW(Unimplemented, "the table '", table.name,
                 "' is distributed: servers that add up what trainers' "
                 "optimizers do keep whole parameters");
  }
  trained_ = Trained();
  PADDLE_ENFORCE(!trained_.empty(), InvalidArgument,
                 "the program has no optimizer whose steps servers could add "
                 "up: call minimize before it is cut");
  servers_ = Place();
  const DataParallelPrograms made = DataParallel(main_, options_.trainers);
  ParameterServerPrograms programs;
  programs.trainers = {WithPush(made.main), made.shard, WithPush(made.idle),
                       made.fingerprint};
  programs.startup = TrainerStartup(*programs.trainers.main);
  programs.finish = Finish();
  auto restored = Alone();
  AppendCopies(restored.get());
  programs.restored = restored;
  for (int server = 0; server < options_.servers; ++server) {
    programs.servers.push_back(Server(server));
  }
  return programs;
}

}  // namespace

ParameterServerPrograms DeltaServers(
    const std::shared_ptr<const Program>& main,
    const std::shared_ptr<const Program>& startup,
    const ParameterServerOptions& options) {
  PADDLE_ENFORCE_GE(options.servers, 1, "servers");
  PADDLE_ENFORCE_GE(options.push_every, 1, "push_every");
  PADDLE_ENFORCE_GE(options.trainer_count, 1, "trainer_count");
  return DeltaCutter(main, *startup, options).Cut();
}

}  // namespace paddle::framework
