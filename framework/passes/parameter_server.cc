#include "paddle/framework/passes/parameter_server.h"

#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/piece_programs.h"
#include "paddle/framework/passes/row_pieces.h"
#include "paddle/framework/passes/served_tables.h"
#include "paddle/framework/passes/server_program.h"
#include "paddle/framework/passes/startup_part.h"
#include "paddle/framework/passes/table_block.h"
#include "paddle/framework/passes/table_lookups.h"
#include "paddle/framework/passes/trainer_programs.h"
#include "paddle/framework/passes/training_cut.h"
#include "paddle/framework/passes/update_parts.h"
#include "paddle/framework/passes/update_placement.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

void CheckCut(const TrainingCut& cut) {
  PADDLE_ENFORCE(!cut.gradients.empty(), InvalidArgument,
                 "the program has no optimizer that servers could run: call "
                 "minimize before it is cut");
}

// Returns the width of the rows of a sparse gradient, which one server takes.
int64_t RowWidth(const Program& main, const std::string& gradient) {
  const proto::VarDesc& var = main.global_block().GetVar(gradient);
  PADDLE_ENFORCE(var.dims_size() == 2 && var.dtype() == proto::FLOAT32,
                 Unimplemented, "servers cannot take '", gradient,
                 "', the rows of a sparse gradient ", DimsOf(var).ToString(),
                 " of ", DataTypeName(DataTypeFromNumber(var.dtype())),
                 ": they take those of a matrix of float32");
  return var.dims(1);
}

// Servers that each have some of the gradients cannot run such an operator.
void CheckParts(const Program& main, const UpdateParts& parts, int servers) {
  for (const UpdatePart& part : parts) {
    if (servers == 1 || part.joint == -1) continue;
    const proto::OpDesc& op = main.global_block().desc().ops(part.joint);
    PADDLE_THROW(Unimplemented, "operator ", op.type(),
                 " of the optimizer needs several gradients: ",
                 absl::StrJoin(part.gradients, ", "), "; each of ", servers,
                 " servers has some parameters only, so that nothing may "
                 "depend on all of them, as clipping by the global norm does; ",
                 CallSiteText(op));
  }
}

DataParallelOptions OptionsOf(const ParameterServerOptions& options,
                              const UpdateParts& parts) {
  DataParallelOptions trainers = options.trainers;
  trainers.exchange_sums = false;
  const bool joint = absl::c_any_of(
      parts, [](const UpdatePart& part) { return part.joint >= 0; });
  // An operator that needs them together gets them together.
  if (joint) trainers.bucket_bytes = std::numeric_limits<int64_t>::max();
  return trainers;
}

// Removes the optimizer, and what it alone mentions; pulls the parameters where
// it was.
void ReplaceOptimizer(const absl::flat_hash_set<int64_t>& optimizer,
                      const proto::OpDesc& pull, Program* program) {
  proto::BlockDesc* block = program->mutable_desc()->mutable_blocks(0);
  std::vector<bool> kept;
  int position = 0;
  for (const proto::OpDesc& op : block->ops()) {
    kept.push_back(!optimizer.contains(op.id()));
    // Copies of statistics take effect behind all that may fail.
    if (op.role() != proto::OPTIMIZE) position += kept.back();
  }
  KeepOps(kept, block);
  program->Changed();
  program->InsertOp(0, position, pull);
  DropUnused(program->mutable_desc());
  program->Changed();
  Verify(*program);
}

class Cutter {
 public:
  Cutter(const Program& main, const std::shared_ptr<const Program>& startup,
         const ParameterServerOptions& options)
      : pieced_(CutIntoPieces(
            *FetchTableRows(main, options.trainers.servers_variable),
            options.servers, options.min_piece)),
        main_(*pieced_.program),
        startup_(*startup),
        servers_startup_(StartupOfPieces(startup, pieced_.pieces)),
        options_(options),
        cut_(FindTrainingCut(main_)) {
    for (ServedTable& table : FindTables(main)) {
      tables_.push_back({std::move(table), "", {}});
    }
  }

  ParameterServerPrograms Cut();

 private:
  ServerPrograms Server(const UpdateParts& parts, int server,
                        const std::vector<PushedBucket>& pushed) const;
  void FinishTrainers(const TrainerPrograms& made,
                      ParameterServerPrograms* programs) const;
  void Declare(const NameList& names, Program* program) const;
  // The parameters that the forward and backward passes read.
  NameList Pulled(const Program& trainer) const;

  // Removes the parts of tables from `parts` and finds their gradients.
  void TakeTables(UpdateParts* parts);

  const PiecedProgram pieced_;
  const Program& main_;  // fetches rows of tables, and changes pieces
  const Program& startup_;
  const std::shared_ptr<const Program> servers_startup_;
  const ParameterServerOptions& options_;
  TrainingCut cut_;
  std::vector<TableOnServer> tables_;
  UpdateParts table_parts_;
  ServerOf servers_;
};

void Cutter::TakeTables(UpdateParts* parts) {
  for (TableOnServer& table : tables_) {
    TableUpdatePart taken =
        TakeTablePart(main_, table.table, options_.servers, parts);
    table.gradient = taken.part.gradients[0];
    table.columns = std::move(taken.columns);
    table_parts_.push_back(std::move(taken.part));
    for (ExchangedVar& gradient : cut_.gradients) {
      const bool own = gradient.name == table.gradient;
      if (own) gradient.table_width = table.table.width;
    }
  }
}

ServerPrograms Cutter::Server(const UpdateParts& parts, int server,
                              const std::vector<PushedBucket>& pushed) const {
  std::vector<PushedBucket> own;
  absl::c_copy_if(pushed, std::back_inserter(own),
                  [&](const PushedBucket& bucket) {
                    return bucket.server == server || bucket.server < 0;
                  });
  UpdateParts all = parts;
  absl::c_copy(table_parts_, std::back_inserter(all));
  const auto main = ServerProgram(main_, all, own, tables_);
  const auto startup = StartupOf(*servers_startup_, *main);
  for (const TableOnServer& table : tables_) {
    MoveInitializers(table, startup.get());
  }
  ServerPrograms made{main, startup, {}};
  absl::c_copy_if(pieced_.pieces, std::back_inserter(made.pieces),
                  [&](const RowPiece& piece) {
                    return main->global_block().FindVar(piece.name) != nullptr;
                  });
  return made;
}

NameList Cutter::Pulled(const Program& trainer) const {
  absl::flat_hash_set<std::string> pieces;
  for (const RowPiece& piece : pieced_.pieces) pieces.insert(piece.name);
  NameList names;
  for (const proto::VarDesc& var : trainer.global_block().desc().vars()) {
    if (servers_.contains(var.name()) && var.is_parameter() &&
        !pieces.contains(var.name())) {
      names.push_back(var.name());
    }
  }
  return names;
}

// Nothing of a program that computes no gradients mentions a parameter that is
// in pieces.
void Cutter::Declare(const NameList& names, Program* program) const {
  for (const std::string& name : names) {
    *program->global_block().Var(name) = main_.global_block().GetVar(name);
  }
}

void Cutter::FinishTrainers(const TrainerPrograms& made,
                            ParameterServerPrograms* programs) const {
  absl::flat_hash_set<int64_t> optimizer;
  for (const proto::OpDesc& op : main_.global_block().desc().ops()) {
    if (op.role() == proto::OPTIMIZE) optimizer.insert(op.id());
  }
  const NameList pulled = Pulled(*made.main);
  const std::string& variable = options_.trainers.servers_variable;
  const auto pull = [&](bool latest) {
    return PullOf(main_, servers_, pulled, variable, latest);
  };
  for (Program* program : {made.main.get(), made.idle.get()}) {
    Declare(pulled, program);
    ReplaceOptimizer(optimizer, pull(false), program);
  }
  for (Program* program : {made.main.get(), made.shard.get()}) {
    AccumulateRows(pieced_.slices, program);
  }
  auto startup = StartupOf(startup_, *made.main, &servers_);
  startup->global_block().Var(variable)->set_kind(proto::RAW);
  Declare(pulled, startup.get());
  if (!pulled.empty()) startup->AppendOp(0, pull(true));
  Verify(*startup);
  programs->startup = std::move(startup);
  const bool alone = options_.trainers.shards == 1;
  programs->trainers = {made.main, alone ? nullptr : made.shard,
                        alone ? nullptr : made.idle, Fingerprint(*made.main)};
}

ParameterServerPrograms Cutter::Cut() {
  UpdateParts parts = FindUpdateParts(main_, cut_);
  TakeTables(&parts);
  CheckCut(cut_);
  CheckParts(main_, parts, options_.servers);
  const std::vector<UpdateParts> placed = PlaceParts(parts, options_.servers);
  servers_ = ServersOf(placed, pieced_.pieces);
  for (ExchangedVar& gradient : cut_.gradients) {
    if (gradient.table_width > 0) continue;
    gradient.server = servers_.at(gradient.name);
    if (gradient.sparse) gradient.table_width = RowWidth(main_, gradient.name);
  }
  DataParallelOptions options = OptionsOf(options_, parts);
  if (options.shards == 1) {  // One mean is that of all.
    cut_.rows.clear();
    options.weight.clear();
  }
  const TrainerPrograms made = MakeTrainerPrograms(main_, cut_, options);
  ParameterServerPrograms programs;
  FinishTrainers(made, &programs);
  for (int server = 0; server < options_.servers; ++server) {
    programs.servers.push_back(Server(placed[server], server, made.pushed));
  }
  return programs;
}

}  // namespace

ParameterServerPrograms ParameterServer(
    const std::shared_ptr<const Program>& main,
    const std::shared_ptr<const Program>& startup,
    const ParameterServerOptions& options) {
  PADDLE_ENFORCE_GE(options.servers, 1, "servers");
  CheckOptions(options.trainers);
  return Cutter(*main, startup, options).Cut();
}

}  // namespace paddle::framework
