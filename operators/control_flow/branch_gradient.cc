#include "paddle/operators/control_flow/branch_gradient.h"

#include <algorithm>
#include <string>

#include "paddle/operators/control_flow/block_ends.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::BlockIndex;
using framework::NameList;

// Blocks that read one variable share its place, so their gradients add up in
// one output.
int64_t PlaceIn(NameList* names, const std::string& name) {
  const auto found = std::find(names->begin(), names->end(), name);
  const int64_t place = found - names->begin();
  if (found == names->end()) names->push_back(name);
  return place;
}

BranchGradients::BranchGradients(const std::vector<BlockIndex>& forward,
                                 framework::GradContext* context) {
  for (BlockIndex block : forward) {
    // All blocks are differentiated, since only the run knows which one it is
    // that runs.
    const framework::GradBlock grad = context->DifferentiateBlock(block.index);
    blocks.push_back(BlockIndex{grad.index});
    wanted_counts.push_back(static_cast<int64_t>(grad.captures.size()));
    for (const std::string& name : grad.captures) {
      wanted.push_back(PlaceIn(&all.captures, name));
    }
    for (const std::string& name : grad.reads) PlaceIn(&all.reads, name);
  }
}

framework::AttributeMap BranchGradients::Attributes() const {
  return {
      {"blocks", blocks}, {"wanted", wanted}, {"wanted_counts", wanted_counts}};
}

void BranchGradOpMaker::AddBranchGrad(framework::VarKinds out) {
  AddBlockGrad(out);
  AddAttr<std::vector<BlockIndex>>("blocks", "The gradient of each block.")
      .LengthAtLeast(1);
  AddAttr<std::vector<int64_t>>(
      "wanted",
      "Which of Wanted the last results of each block are gradients of, block "
      "after block.")
      .SetDefault({})
      .AnyLength()
      .AtLeast(0);
  AddAttr<std::vector<int64_t>>("wanted_counts",
                                "How many of these each block has.")
      .LengthOf("blocks")
      .AtLeast(0);
}

void SetBranchCaptureGrads(framework::InferShapeContext* context) {
  // A sum of sparse and dense gradients is dense, and at run time the chosen
  // block decides: a variable has one kind whichever block runs.
  const auto& places = context->Attr<std::vector<int64_t>>("wanted");
  const auto& counts = context->Attr<std::vector<int64_t>>("wanted_counts");
  const int wanted = context->InputCount("Wanted");
  std::vector<bool> sparse(wanted, false), dense(wanted, false);
  auto place = places.begin();
  for (size_t block = 0; block < counts.size(); ++block) {
    const BlockEnds ends(*context, "blocks", static_cast<int>(block));
    const int64_t first = ends.num_results() - counts[block];
    PADDLE_ENFORCE(first >= 0 && places.end() - place >= counts[block],
                   InvalidArgument, "gradient block ", block, " of ",
                   context->op_type(), " has ", ends.num_results(),
                   " results, but is to give ", counts[block],
                   " gradients of captures");
    for (int64_t i = 0; i < counts[block]; ++i, ++place) {
      PADDLE_ENFORCE(0 <= *place && *place < wanted, OutOfRange,
                     "gradient block ", block, " of ", context->op_type(),
                     " gives the gradient of capture ", *place, " of ", wanted);
      const auto result = ends.result(static_cast<int>(first + i));
      const int which = static_cast<int>(*place);
      BlockEnds::CheckType(result, context->InputType("Wanted", which),
                           "gradient");
      const bool rows = result.kind == framework::proto::SELECTED_ROWS;
      (rows ? sparse : dense)[which] = true;
    }
  }
  const int outputs = context->OutputCount("Captures@GRAD");
  PADDLE_ENFORCE(outputs <= wanted, InvalidArgument, context->op_type(),
                 " has ", wanted, " wanted captures, but ", outputs,
                 " gradients of them");
  for (int i = 0; i < outputs; ++i) {
    framework::proto::VarKind kind = framework::proto::DENSE_TENSOR;
    if (context->InputIsTensorArray("Wanted", i)) {
      kind = framework::proto::TENSOR_ARRAY;
    } else if (sparse[i] && !dense[i]) {
      kind = framework::proto::SELECTED_ROWS;
    }
    SetCaptureGrad(context, kind, i);
  }
}

}  // namespace paddle::operators
