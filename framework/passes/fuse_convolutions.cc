// Writes fused_conv2d in place of a convolution, the bias and the residual that
// are added to it, and an activation: outputs are finished while they are in
// the cache. Its images have their channels last, so that a transpose stands
// before and behind it; the pass channels_last takes most of them away.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/ir/training.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/conv_fusions.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/fused_chain.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/turned_op.h"

namespace paddle::framework {

namespace {

using Numbers = std::vector<int64_t>;

// A filter, and the factor of each of its filters, "" if there are none.
struct ScaledFilter {
  std::string filter;
  std::string scale;
};

// Takes apart what fold_batch_norm has made of a filter: the product with a
// scale for each filter need not be in memory, beside the packed one.
ScaledFilter TakenApart(const Program& program, const std::string& filter) {
  const int prepare = FindPrepareBlock(program);
  if (prepare == 0) return {filter, ""};
  const SymbolTable& table = program.block(prepare);
  for (const proto::OpDesc& op : table.desc().ops()) {
    if (op.type() != "elementwise_mul" || Output(op, "Out") != filter) continue;
    const std::string x = Input(op, "X"), scale = Input(op, "Y");
    const auto& dims = table.GetVar(scale).dims();
    const bool fits = GetAttr<int64_t>(op, "axis") == 0 && dims.size() == 1 &&
                      table.GetVar(x).persistable();
    return fits ? ScaledFilter{x, scale} : ScaledFilter{filter, ""};
  }
  return {filter, ""};
}

// Writes the fused operators of a block.
class FusionWriter {
 public:
  FusionWriter(Program* program, int block, const FixedVars& fixed)
      : program_(program),
        block_(block),
        fixed_(fixed),
        writer_(program, block) {}

  void Write(const std::vector<FusedChain>& fusions);

 private:
  void WriteFused(const FusedChain& fusion);
  // Adds a transpose, and returns its output.
  std::string Last(const FusedChain& fusion, const std::string& name);
  // Derives the packed filter; returns "" where the sizes of images are not
  // known, or the filter is not the same in each run.
  std::string Packed(const proto::OpDesc& conv, const ScaledFilter& scaled);

  // Makes a variable of the prepare block a derived one, if it is none.
  void Derive(const std::string& name);

  Program* program_;
  const int block_;
  const FixedVars& fixed_;
  BlockWriter writer_;
};

std::string FusionWriter::Last(const FusedChain& fusion,
                               const std::string& name) {
  const std::string last = writer_.NewName(name, "@LAST");
  writer_.Add(fusion.last, ToLast(name, last));
  return last;
}

std::string FusionWriter::Packed(const proto::OpDesc& conv,
                                 const ScaledFilter& scaled) {
  const std::string filter = Input(conv, "Filter");
  const proto::VarDesc& input =
      program_->block(block_).GetVar(Input(conv, "Input"));
  const int64_t height = input.dims(2), width = input.dims(3);
  const auto& dims = program_->block(block_).GetVar(filter).dims();
  const bool empty = std::any_of(dims.begin(), dims.end(),
                                 [](int64_t size) { return size < 1; });
  if (program_->schemas().Find("pack_conv_filter") == nullptr ||
      !fixed_.Has(block_, filter) || height < 1 || width < 1 || empty) {
    return "";
  }
  AttributeMap attrs = WindowOf(conv);
  attrs.emplace_back("image_size", Numbers{height, width});
  SlotMap inputs = {{"Filter", {scaled.filter}}};
  if (!scaled.scale.empty()) inputs.push_back({"Scale", {scaled.scale}});
  const std::string packed =
      AppendPrepared(program_, filter, "@PACKED",
                     MakeOp("pack_conv_filter", inputs, {}, attrs));
  AddDerived(program_, packed);
  return packed;
}

void FusionWriter::Derive(const std::string& name) {
  if (program_->global_block().FindVar(name) == nullptr) {
    AddDerived(program_, name);
  }
}

void FusionWriter::WriteFused(const FusedChain& fusion) {
  const proto::OpDesc& conv = writer_.before().ops(fusion.first);
  ScaledFilter scaled = TakenApart(*program_, Input(conv, "Filter"));
  const std::string packed = Packed(conv, scaled);
  // Unpacked, the product would be computed in each run.
  if (packed.empty()) scaled = {Input(conv, "Filter"), ""};
  SlotMap inputs = {{"Input", {Last(fusion, Input(conv, "Input"))}},
                    {"Filter", {scaled.filter}}};
  if (!fusion.bias.empty()) inputs.push_back({"Bias", {fusion.bias}});
  if (!fusion.residual.empty()) {
    inputs.push_back({"Residual", {Last(fusion, fusion.residual)}});
  }
  if (!packed.empty()) inputs.push_back({"PackedFilter", {packed}});
  if (!scaled.scale.empty()) {
    Derive(scaled.scale);
    inputs.push_back({"FilterScale", {scaled.scale}});
  }
  AttributeMap attrs = WindowOf(conv);
  attrs.emplace_back("activation", fusion.activation);
  const std::string last = writer_.NewName(fusion.output, "@LAST");
  writer_.Write(fusion.last,
                MakeOp("fused_conv2d", inputs, {{"Output", {last}}}, attrs));
  writer_.Add(fusion.last, ToFirst(last, fusion.output));
}

void FusionWriter::Write(const std::vector<FusedChain>& fusions) {
  WriteChains(fusions, &writer_,
              [this](const FusedChain& fusion) { WriteFused(fusion); });
}

// True if there is something to fuse. A program that trains is left alone.
bool MayFuse(const Program& program) {
  return AreLinked(program.schemas(), {"fused_conv2d", "transpose"}) &&
         !HasBackward(program.desc()) &&
         AnyOp(program, [](const proto::OpDesc& op) {
           return op.type() == "conv2d" || op.type() == "depthwise_conv2d";
         });
}

std::vector<FusedChain> FindFusions(const SymbolTable& table,
                                    const BlockFacts& facts) {
  ConvFusionFinder finder(table, facts);
  std::vector<FusedChain> fusions;
  for (int i = 0; i < facts.desc().ops_size(); ++i) {
    if (finder.IsConvolution(i)) fusions.push_back(finder.Find(i));
  }
  return fusions;
}

std::shared_ptr<const Program> FuseConvolutions(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  // On a GPU the operator is made of the plain one and of transposes.
  const auto place = context.place.value_or(platform::PlaceKind::kCPU);
  if (context.keep_all || place != platform::PlaceKind::kCPU ||
      !MayFuse(*program)) {
    return program;
  }
  const ProgramFacts facts(*program);
  const FixedVars fixed(*program);
  ChangedProgram changed(program);
  for (int i = 0; i < program->num_blocks(); ++i) {
    const auto fusions = FindFusions(program->block(i), facts.Block(i));
    if (fusions.empty()) continue;
    FusionWriter(changed.get(), i, fixed).Write(fusions);
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(fuse_convolutions, /*version=*/1, kReassociates,
              PassStage::kRewrite,
              "Computes a convolution, its bias, a residual and an activation "
              "as one operator, with the channels of images last.",
              FuseConvolutions);

}  // namespace paddle::framework
