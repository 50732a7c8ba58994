#include "paddle/framework/passes/step_projections.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/ir/contains.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/unfailing_ops.h"

namespace paddle::framework {

namespace {

// A matrix must be so many times as high as a step has rows, or half as many if
// it fills much of the second level of cache (2 MB). Then products were
// measured to be no slower, and up to 4.4 times as fast; with matrices as high
// as a step has rows they took up to 1.5 times as long.
constexpr double kHeightPerRow = 32;
constexpr double kLargeMatrix = 1 << 18;
// A size that only a run knows is taken for this one.
constexpr int64_t kUnknown = 16;

bool IsProduct(const proto::OpDesc& op) {
  return op.type() == "mul" || op.type() == "matmul";
}

double SizeOf(const proto::VarDesc& var, int from, int to) {
  double size = 1;
  for (int axis = from; axis < to; ++axis) {
    size *= static_cast<double>(var.dims(axis) < 0 ? kUnknown : var.dims(axis));
  }
  return size;
}

// True if a product of all steps at once is faster than one in each.
bool Pays(const proto::OpDesc& op, const proto::VarDesc& x,
          const proto::VarDesc& y) {
  const bool is_mul = op.type() == "mul";
  const auto axes =
      is_mul ? static_cast<int>(GetAttr<int64_t>(op, "x_num_col_dims"))
             : x.dims_size() - 1;
  const bool is_large = SizeOf(y, 0, y.dims_size()) >= kLargeMatrix;
  const double per_row = is_large ? kHeightPerRow / 2 : kHeightPerRow;
  return SizeOf(x, axes, x.dims_size()) >= per_row * SizeOf(x, 0, axes);
}

class ProjectionFinder {
 public:
  ProjectionFinder(const Program& program, const LoopBody& loop)
      : program_(program),
        loop_(loop),
        table_(program.block(loop.block)),
        owner_(program.block(loop.parent).desc().ops(loop.owner)),
        all_(program),
        facts_(all_.Block(loop.block)) {}

  std::vector<Projection> Find() const;

 private:
  bool IsStep(const std::string& name) const;
  bool IsFixed(const std::string& name) const {
    return IsOuterConstant(program_, loop_, facts_, name);
  }
  bool MayMove(int op) const;
  bool IsProjection(int op) const;
  // Returns the operator that adds a bias to the last axis of a product, which
  // nobody else reads; -1 if there is none.
  int BiasOf(const std::string& product) const;

  const Program& program_;
  const LoopBody& loop_;
  const SymbolTable& table_;
  const proto::OpDesc& owner_;
  const ProgramFacts all_;
  const BlockFacts facts_;
};

bool ProjectionFinder::IsStep(const std::string& name) const {
  const auto& arguments = table_.desc().arguments();
  const auto found = std::find(arguments.begin(), arguments.end(), name);
  return found - arguments.begin() <
             static_cast<int>(Inputs(owner_, "Inputs").size()) &&
         facts_.uses().writers(name).empty();
}

bool ProjectionFinder::MayMove(int index) const {
  const proto::OpDesc& op = table_.desc().ops(index);
  return op.role() == proto::FORWARD && facts_.IsPure(index) &&
         !Contains(table_.desc().results(), Output(op, "Out")) &&
         program_.block(loop_.parent).FindOp(op.name()) == nullptr &&
         CannotFail(op, table_);
}

// Rows of steps are rows of the whole if there is an axis in front of those
// that are multiplied: that of the sequences, or, of dense inputs, another one
// that the whole has.
bool ProjectionFinder::IsProjection(int index) const {
  const proto::OpDesc& op = table_.desc().ops(index);
  if (!IsProduct(op)) return false;
  const std::string x = Input(op, "X"), y = Input(op, "Y");
  if (!IsStep(x) || !IsFixed(y)) return false;
  const bool rows =
      table_.GetVar(x).dims_size() > 1 && table_.GetVar(y).dims_size() == 2;
  return rows && (op.type() == "mul" || !GetAttr<bool>(op, "transpose_X")) &&
         MayMove(index) && Pays(op, table_.GetVar(x), table_.GetVar(y));
}

int ProjectionFinder::BiasOf(const std::string& product) const {
  const int reader = facts_.OnlyReader(product);
  if (reader < 0) return -1;
  const proto::OpDesc& op = table_.desc().ops(reader);
  if (op.type() != "elementwise_add" || Input(op, "X") != product ||
      !IsFixed(Input(op, "Y"))) {
    return -1;
  }
  const proto::VarDesc& x = table_.GetVar(product);
  const proto::VarDesc& bias = table_.GetVar(Input(op, "Y"));
  const int last = x.dims_size() - 1;
  const auto axis = GetAttr<int64_t>(op, "axis");
  const bool fits = last >= 0 && bias.dims_size() == 1 &&
                    bias.dims(0) == x.dims(last) &&
                    (axis == -1 || axis == last);
  return fits && MayMove(reader) ? reader : -1;
}

std::vector<Projection> ProjectionFinder::Find() const {
  std::vector<Projection> found;
  for (int i = 0; i < table_.desc().ops_size(); ++i) {
    if (!IsProjection(i)) continue;
    const proto::OpDesc& op = table_.desc().ops(i);
    Projection made = {Input(op, "X"), Output(op, "Out"), {i}};
    const int bias = BiasOf(made.output);
    if (bias >= 0) {
      made.ops.push_back(bias);
      made.output = Output(table_.desc().ops(bias), "Out");
    }
    found.push_back(std::move(made));
  }
  return found;
}

// True if a block has products, and no block of the program is its gradient.
bool MayProject(const Program& program, const LoopBody& loop) {
  const auto& blocks = program.desc().blocks();
  const auto& owner = program.block(loop.parent).desc().ops(loop.owner);
  const proto::BlockDesc& body = program.block(loop.block).desc();
  return owner.type() == "recurrent" &&
         body.arguments_size() >=
             static_cast<int>(Inputs(owner, "Inputs").size()) &&
         std::any_of(body.ops().begin(), body.ops().end(), IsProduct) &&
         std::none_of(blocks.begin(), blocks.end(), [&](const auto& block) {
           return block.forward_block() == loop.block;
         });
}

}  // namespace

std::vector<Projection> FindProjections(const Program& program,
                                        const LoopBody& loop) {
  if (!MayProject(program, loop)) return {};
  return ProjectionFinder(program, loop).Find();
}

}  // namespace paddle::framework
