// The gradients of operators that own several blocks, of which not all run:
// what their gradient operators have in common.
//
// Each gradient block has captures of its own. The gradient operator lists all
// of them in slot Wanted, and says by two attributes which ones a block gives:
// `wanted`, places in that slot, block after block, and `wanted_counts`, how
// many of them each block has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/operators/control_flow/block_gradient.h"

namespace paddle::operators {

// The place of a name in a list, to which it is added if need be.
int64_t PlaceIn(framework::NameList* names, const std::string& name);

// The gradient blocks of several blocks.
struct BranchGradients {
  // Makes them.
  BranchGradients(const std::vector<framework::BlockIndex>& forward,
                  framework::GradContext* context);
  // Of the gradient operator: `blocks`, `wanted` and `wanted_counts`.
  framework::AttributeMap Attributes() const;

  std::vector<framework::BlockIndex> blocks;
  // What all of them capture and read, each name once; without an index.
  framework::GradBlock all;
  std::vector<int64_t> wanted;
  std::vector<int64_t> wanted_counts;
};

// What the gradient operators of branches declare besides: the three
// attributes. `out`: the kinds of the outputs.
class BranchGradOpMaker : public BlockGradOpMaker {
 protected:
  void AddBranchGrad(framework::VarKinds out);
};

// Gives each Captures@GRAD[i] the shape of Wanted[i]; it is SelectedRows if
// every block that gives it gives such. InvalidArgument for attributes that do
// not fit the blocks, or a gradient of another data type.
void SetBranchCaptureGrads(framework::InferShapeContext* context);

}  // namespace paddle::operators
