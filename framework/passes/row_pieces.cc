#include "paddle/framework/passes/row_pieces.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/server_blocks.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/training_cut.h"
#include "paddle/framework/passes/update_parts.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Operators that compute each element of what they change from those at the
// same place, and from single numbers.
bool WorksByElement(const std::string& type) {
  static const auto* types =
      new absl::flat_hash_set<std::string>{"abs",
                                           "adadelta",
                                           "adagrad",
                                           "adam",
                                           "adamax",
                                           "adamw",
                                           "assign",
                                           "cast",
                                           "clip",
                                           "ftrl",
                                           "decayed_adagrad",
                                           "elementwise_add",
                                           "momentum",
                                           "elementwise_div",
                                           "elementwise_mul",
                                           "nadam",
                                           "elementwise_sub",
                                           "moving_average",
                                           "proximal_gd",
                                           "radam",
                                           "proximal_adagrad",
                                           "rmsprop",
                                           "scale",
                                           "sgd",
                                           "sign",
                                           "sqrt",
                                           "square",
                                           "sum"};
  return types->contains(type);
}

// A part of the optimizer that is cut.
struct CutPart {
  const UpdatePart* part;
  std::string gradient;
  Dims dims;                  // of the parameter, and of all that is cut
  std::vector<int64_t> rows;  // where pieces begin, and the end of the last
  absl::flat_hash_set<std::string> names;  // that pieces have their own of

  int count() const { return static_cast<int>(rows.size()) - 1; }
};

std::vector<int64_t> Shares(int64_t rows, int64_t count) {
  std::vector<int64_t> shares;
  for (int64_t i = 0; i <= count; ++i) shares.push_back(rows * i / count);
  return shares;
}

class PieceWriter {
 public:
  PieceWriter(const Program& main, int servers, int64_t min_piece)
      : main_(main),
        ops_(main.global_block().desc().ops()),
        uses_(main, /*block=*/0),
        cut_(FindTrainingCut(main)),
        parts_(FindUpdateParts(main, cut_)),
        servers_(servers),
        min_piece_(min_piece) {}

  PiecedProgram Write();

 private:
  const proto::VarDesc& Var(const std::string& name) const {
    return main_.global_block().GetVar(name);
  }
  bool IsCut(const std::string& name, const CutPart& of) const {
    return DimsOf(Var(name)) == of.dims;
  }
  // Returns the only parameter of a part; null if it has several.
  const proto::VarDesc* ParameterOf(const UpdatePart& part) const;
  // Returns false if the part is not to be cut.
  bool Find(const UpdatePart& part, CutPart* found) const;
  bool CanCut(int op, const CutPart& part) const;

  void DeclarePieces(const CutPart& part, PiecedProgram* made) const;
  proto::OpDesc Slice(const CutPart& part, int piece, int writer) const;
  proto::OpDesc PieceOf(int op, const CutPart& part, int piece) const;
  // Inserts what takes the place of an operator, or stands behind it.
  void WriteOps(int op, int* position, PiecedProgram* made);

  const Program& main_;
  const google::protobuf::RepeatedPtrField<proto::OpDesc>& ops_;
  const UseDef uses_;
  const TrainingCut cut_;
  const std::vector<UpdatePart> parts_;
  const int servers_;
  const int64_t min_piece_;
  std::vector<CutPart> found_;
  absl::flat_hash_map<int, const CutPart*> of_op_;  // of the optimizer
  // By the operator that makes the gradient.
  absl::flat_hash_map<int, std::vector<const CutPart*>> of_writer_;
  std::shared_ptr<Program> program_;
};

const proto::VarDesc* PieceWriter::ParameterOf(const UpdatePart& part) const {
  const proto::VarDesc* only = nullptr;
  for (const std::string& name : part.state) {
    if (!Var(name).is_parameter()) continue;
    if (only != nullptr) return nullptr;
    only = &Var(name);
  }
  return only;
}

bool PieceWriter::CanCut(int op, const CutPart& part) const {
  const proto::OpDesc& desc = ops_[op];
  const bool random = FindOpProto(main_.schemas(), desc.type()).random;
  if (random || !BlocksOf(desc).empty()) return false;
  bool cut = false;
  for (const NameList* names : {&uses_.reads(op), &uses_.writes(op)}) {
    for (const std::string& name : *names) {
      const Dims dims = DimsOf(Var(name));
      const bool single = dims.IsStatic() && dims.Numel() == 1;
      if (Var(name).kind() != proto::DENSE_TENSOR) return false;
      if (!single && !(dims == part.dims && part.names.contains(name))) {
        return false;
      }
      cut = cut || !single;
    }
  }
  return !cut || WorksByElement(desc.type());
}

bool PieceWriter::Find(const UpdatePart& part, CutPart* found) const {
  const proto::VarDesc* parameter = ParameterOf(part);
  if (parameter == nullptr || part.gradients.size() != 1) return false;
  *found = {&part, part.gradients[0], DimsOf(*parameter), {}, {}};
  if (found->dims.rank() == 0 || !IsCut(found->gradient, *found)) return false;
  const int64_t count = std::min(
      {int64_t{servers_}, found->dims[0], found->dims.Numel() / min_piece_});
  if (count < 2) return false;
  found->rows = Shares(found->dims[0], count);
  found->names.insert(found->gradient);
  for (const int op : part.ops) {
    found->names.insert(uses_.writes(op).begin(), uses_.writes(op).end());
  }
  return absl::c_all_of(part.ops, [&](int op) { return CanCut(op, *found); });
}

void PieceWriter::DeclarePieces(const CutPart& part,
                                PiecedProgram* made) const {
  for (const std::string& name : part.part->state) {
    for (int piece = 0; piece < part.count(); ++piece) {
      proto::VarDesc var = Var(name);
      var.set_name(PieceName(name, piece));
      RowPiece row_piece{var.name(), name};
      if (IsCut(name, part)) {
        row_piece.begin = part.rows[piece];
        row_piece.end = part.rows[piece + 1];
        row_piece.height = part.dims[0];
        var.set_dims(0, row_piece.end - row_piece.begin);
      }
      *program_->global_block().Var(var.name()) = var;
      made->pieces.push_back(std::move(row_piece));
    }
  }
}

proto::OpDesc PieceWriter::Slice(const CutPart& part, int piece,
                                 int writer) const {
  proto::OpDesc op = SliceRows(part.gradient, PieceName(part.gradient, piece),
                               part.rows[piece], part.rows[piece + 1]);
  op.set_role(proto::BACKWARD);
  *op.mutable_call_site() = ops_[writer].call_site();
  return op;
}

proto::OpDesc PieceWriter::PieceOf(int op, const CutPart& part,
                                   int piece) const {
  proto::OpDesc made = ops_[op];
  for (const std::string& name : part.names) {
    RenameInput(&made, name, PieceName(name, piece));
    RenameOutput(&made, name, PieceName(name, piece));
  }
  return made;
}

void PieceWriter::WriteOps(int op, int* position, PiecedProgram* made) {
  const auto of_optimizer = of_op_.find(op);
  if (of_optimizer != of_op_.end()) {
    const CutPart& part = *of_optimizer->second;
    for (int piece = 0; piece < part.count(); ++piece) {
      program_->InsertOp(0, (*position)++, PieceOf(op, part, piece));
    }
  }
  ++*position;
  const auto of_writer = of_writer_.find(op);
  if (of_writer == of_writer_.end()) return;
  for (const CutPart* part : of_writer->second) {
    for (int piece = 0; piece < part->count(); ++piece) {
      made->slices.insert(
          program_->InsertOp(0, (*position)++, Slice(*part, piece, op)).id());
    }
  }
}

PiecedProgram PieceWriter::Write() {
  program_ = main_.Clone();
  PiecedProgram made;
  for (const UpdatePart& part : parts_) {
    CutPart found;
    if (Find(part, &found)) found_.push_back(std::move(found));
  }
  absl::flat_hash_set<int64_t> replaced;
  for (const CutPart& part : found_) {
    DeclarePieces(part, &made);
    of_writer_[uses_.uses(part.gradient).last_writer()].push_back(&part);
    for (const int op : part.part->ops) {
      of_op_[op] = &part;
      replaced.insert(ops_[op].id());
    }
  }
  int position = 0;
  for (int op = 0; op < ops_.size(); ++op) WriteOps(op, &position, &made);
  proto::BlockDesc* block = program_->mutable_desc()->mutable_blocks(0);
  std::vector<bool> kept;
  for (const proto::OpDesc& op : block->ops()) {
    kept.push_back(!replaced.contains(op.id()));
  }
  KeepOps(kept, block);
  DropUnused(program_->mutable_desc());
  program_->Changed();
  Verify(*program_);
  made.program = program_;
  return made;
}

}  // namespace

proto::OpDesc SliceRows(const std::string& whole, const std::string& piece,
                        int64_t begin, int64_t end) {
  using Numbers = std::vector<int64_t>;
  return MakeOp("slice", {{"Input", {whole}}}, {{"Out", {piece}}},
                {{"axes", Numbers{0}},
                 {"starts", Numbers{begin}},
                 {"ends", Numbers{end}}});
}

PiecedProgram CutIntoPieces(const Program& main, int servers,
                            int64_t min_piece) {
  PADDLE_ENFORCE_GE(min_piece, 1, "min_piece");
  return PieceWriter(main, servers, min_piece).Write();
}

}  // namespace paddle::framework
