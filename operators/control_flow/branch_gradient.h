// Gradients of operators that own several blocks, not all of which run.
//
// Each gradient block has captures of its own. The gradient operator lists all
// of them in slot Wanted, and two attributes tell which ones each block
// computes: `wanted`, indices into that slot, block after block, and
// `wanted_counts`, the number of indices of each block.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/operators/control_flow/block_gradient_base.h"

namespace paddle::operators {

// Returns the index of a name in a list; appends it if it is missing.
int64_t PlaceIn(framework::NameList* names, const std::string& name);

// The gradient blocks of several blocks, and how their captures are shared.
struct BranchGradients {
  // Differentiates the blocks `forward`.
  BranchGradients(const std::vector<framework::BlockIndex>& forward,
                  framework::GradContext* context);
  // Returns `blocks`, `wanted` and `wanted_counts` of the gradient operator.
  framework::AttributeMap Attributes() const;

  std::vector<framework::BlockIndex> blocks;
  // The captures and reads of all blocks, each name once; has no block index.
  framework::GradBlock all;
  std::vector<int64_t> wanted;
  std::vector<int64_t> wanted_counts;
};

// Also declares the three attributes. `out` are the legal kinds of the outputs.
class BranchGradOpMaker : public BlockGradOpMaker {
 protected:
  void AddBranchGrad(framework::VarKinds out);
};

// Gives each Captures@GRAD[i] the shape of Wanted[i]; its kind is SelectedRows
// if it is that in every block that computes it. Throws InvalidArgument for
// attributes that do not fit the blocks, or a gradient of another data type,
// and OutOfRange for an index outside Wanted.
void SetBranchCaptureGrads(framework::InferShapeContext* context);

}  // namespace paddle::operators
