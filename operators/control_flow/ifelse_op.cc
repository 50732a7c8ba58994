#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/gradient_registration.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/control_flow/block_ends.h"
#include "paddle/operators/control_flow/block_gradient_base.h"
#include "paddle/operators/control_flow/block_maker.h"
#include "paddle/operators/control_flow/branch_gradient.h"
#include "paddle/operators/control_flow/second_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::BlockIndex;
using framework::DataType;
using framework::Dims;
using framework::InferShapeContext;
using framework::NameList;

class IfelseOpMaker : public BlockOpMaker {
 public:
  void Make() override {
    AddInput("Condition",
             "bool, [items] or [items, 1]: an item is a row, or a sequence of "
             "the outermost level where there are sequences.")
        .NoGradient();
    AddInput("TrueInputs",
             "What the true block reads item by item: [items, ...], or "
             "sequences of any number of rows.")
        .AsList()
        .AsOptional();
    AddInput("FalseInputs", "The same of the false block, [items, ...].")
        .AsList()
        .AsOptional();
    AddCaptures("What else the blocks read from outside, of any shape.");
    AddOutput("Out",
              "The results of both blocks, put together in the order of the "
              "condition, [items, ...] or sequences.")
        .AsList()
        .AsOptional();
    AddScopes("TrueScopes", "What the gradient reads of the true block.");
    AddScopes("FalseScopes", "What the gradient reads of the false block.");
    AddAttr<BlockIndex>(
        "true_block",
        "Runs on the items whose condition holds. Its arguments: those items "
        "of each of TrueInputs. Its results: as many items of each output.");
    AddAttr<BlockIndex>("false_block",
                        "Runs on the others: as many results, which differ at "
                        "most in the number of rows.");
    HasValueDependentShape();
    AddComment(
        "Out[i] = true_block(item i) where Condition[i] holds, else "
        "false_block(item i), an item being a row or a sequence. A block that "
        "gets none does not run, and what it would update or print stays "
        "undone. Errors: InvalidArgument for a Condition that is not a bool "
        "for each row or sequence of the inputs, and for blocks whose results "
        "differ in more than their rows.");
  }
};

int64_t ConditionItems(const InferShapeContext& context) {
  const DataType dtype = context.InputType("Condition");
  const Dims dims = context.InputDims("Condition");
  const bool list =
      dims.rank() == 1 ||
      (dims.rank() == 2 && framework::MayBeEqual(dims[1], int64_t{1}));
  PADDLE_ENFORCE(dtype == DataType::kBool && list, InvalidArgument,
                 "the condition of ifelse is bool [items] or [items, 1], not ",
                 framework::DataTypeName(dtype), " ", dims.ToString());
  PADDLE_ENFORCE(context.LoDLevels("Condition") == 0, InvalidArgument,
                 "the condition of ifelse has sequences, but it is one bool "
                 "for each row, or for each sequence");
  return dims[0];
}

// One of the two blocks.
class Branch {
 public:
  Branch(const InferShapeContext& context, const std::string& name,
         const std::string& slot)
      : context_(context),
        name_(name),
        slot_(slot),
        ends_(context, absl::StrCat(name, "_block")) {}

  void CheckInputs(int64_t items) const {
    const int count = context_.InputCount(slot_);
    PADDLE_ENFORCE(ends_.num_arguments() == count, InvalidArgument, "the ",
                   name_, " block of ifelse has ", ends_.num_arguments(),
                   " arguments, but ", slot_, " are ", count);
    for (int i = 0; i < count; ++i) {
      const Dims dims = context_.InputDims(slot_, i);
      const bool rows = context_.LoDLevels(slot_, i) == 0;
      PADDLE_ENFORCE(
          dims.rank() >= 1 && (!rows || framework::MayBeEqual(dims[0], items)),
          InvalidArgument, "'", ends_.argument(i).name, "' ", dims.ToString(),
          " has not one row for each of the ", ItemsText(items),
          " bools of the condition of ifelse");
      BlockEnds::CheckType(ends_.argument(i), context_.InputType(slot_, i),
                           "argument");
    }
  }

  int num_results() const { return ends_.num_results(); }
  BlockEnds::Var result(int i) const {
    BlockEnds::Var result = ends_.result(i);
    PADDLE_ENFORCE(result.kind == framework::proto::DENSE_TENSOR &&
                       result.dims.rank() >= 1,
                   InvalidArgument, "output '", result.name, "' ",
                   result.dims.ToString(), " of the ", name_,
                   " block of ifelse has no rows: it is a row for each row, or "
                   "a sequence for each sequence");
    return result;
  }

  // The rows of the input whose part has this many rows; `otherwise` if there
  // is none.
  int64_t WholeOf(int64_t rows, int64_t otherwise) const {
    for (int i = 0; i < ends_.num_arguments(); ++i) {
      if (ends_.argument(i).dims[0] == rows) {
        return context_.InputDims(slot_, i)[0];
      }
    }
    return otherwise;
  }

 private:
  static std::string ItemsText(int64_t items) {
    return Dims({items}).ToString();
  }

  const InferShapeContext& context_;
  const std::string name_;
  const std::string slot_;
  const BlockEnds ends_;
};

// A number is known where only one of the two is one.
int64_t Common(InferShapeContext* context, int64_t a, int64_t b) {
  if (a == b) return a;
  return a < 0 && b < 0 ? context->sizes().Fresh() : std::max(a, b);
}

void SetOut(InferShapeContext* context, const Branch& on_true,
            const Branch& on_false, int64_t items, int i) {
  const BlockEnds::Var one = on_true.result(i);
  const BlockEnds::Var other = on_false.result(i);
  Dims dims = one.dims;
  Dims expected = other.dims;
  expected[0] = dims[0];
  PADDLE_ENFORCE(one.dtype == other.dtype && one.lod_level == other.lod_level &&
                     framework::MayBeEqual(dims, expected),
                 InvalidArgument, "output ", i, " of ifelse is '", one.name,
                 "' ", one.dims.ToString(), " ",
                 framework::DataTypeName(one.dtype), " with ", one.lod_level,
                 " levels of sequences in the true block, but '", other.name,
                 "' ", other.dims.ToString(), " ",
                 framework::DataTypeName(other.dtype), " with ",
                 other.lod_level, " in the false block");
  for (int axis = 1; axis < dims.rank(); ++axis) {
    dims[axis] = Common(context, dims[axis], other.dims[axis]);
  }
  dims[0] = items;
  if (one.lod_level > 0) {
    // Sequences of an output have as many rows as those of an input if both
    // blocks keep the rows of parts of it; the symbol of a part leads to the
    // whole.
    const int64_t rows = on_true.WholeOf(one.dims[0], 0);
    const bool known = rows != 0 && rows == on_false.WholeOf(other.dims[0], 0);
    dims[0] = known ? rows : context->sizes().Fresh();
  }
  context->SetOutput("Out", dims, one.dtype, i);
  context->SetLoDLevels("Out", one.lod_level, i);
}

void InferIfelse(InferShapeContext* context) {
  if (context->is_running()) return;  // the kernel finds the shapes
  const int64_t items = ConditionItems(*context);
  const Branch on_true(*context, "true", "TrueInputs");
  const Branch on_false(*context, "false", "FalseInputs");
  on_true.CheckInputs(items);
  on_false.CheckInputs(items);
  const int outputs = context->OutputCount("Out");
  PADDLE_ENFORCE(
      on_true.num_results() == outputs && on_false.num_results() == outputs,
      InvalidArgument, "the true block of ifelse has ", on_true.num_results(),
      " outputs, the false block ", on_false.num_results(), "; ", outputs,
      " are wanted");
  for (int i = 0; i < outputs; ++i) {
    SetOut(context, on_true, on_false, items, i);
  }
  context->SetStepScopes("TrueScopes");
  context->SetStepScopes("FalseScopes");
}

class IfelseGradOpMaker : public BranchGradOpMaker {
 public:
  void Make() override {
    AddInput("Condition", "As forward.").NoGradient();
    AddForwardList("TrueInputs");
    AddForwardList("FalseInputs");
    AddForwardScopes("TrueScopes");
    AddForwardScopes("FalseScopes");
    AddBranchGrad({framework::proto::DENSE_TENSOR});
    AddGradList("TrueInputs",
                "Of the items that the true block got; zeros for the others.");
    AddGradList("FalseInputs", "The same of the false block.");
    AddComment(
        "The gradient of ifelse: runs the gradients of the blocks that ran, "
        "each on the gradient of its items.");
  }
};

class IfelseGradOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* context) const override {
    CheckOutputGrads(*context);
    SetGrads(context, "TrueInputs");
    SetGrads(context, "FalseInputs");
    SetBranchCaptureGrads(context);
  }
};

std::vector<framework::proto::OpDesc> MakeIfelseGradient(
    const framework::proto::OpDesc& forward, framework::GradContext* context) {
  const BranchGradients grads(
      {framework::GetAttr<BlockIndex>(forward, "true_block"),
       framework::GetAttr<BlockIndex>(forward, "false_block")},
      context);
  return {MakeBlockGrad(forward,
                        {{"Condition", "TrueInputs", "FalseInputs"},
                         {"TrueInputs", "FalseInputs"},
                         {"TrueScopes", "FalseScopes"}},
                        grads.all, grads.Attributes(), context)};
}

std::vector<framework::proto::OpDesc> MakeIfelseSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context) {
  SecondGradient second(grad, context);
  const WithTangents inputs[] = {second.Slot("TrueInputs"),
                                 second.Slot("FalseInputs")};
  const auto grad_blocks =
      framework::GetAttr<std::vector<BlockIndex>>(grad, "blocks");
  framework::TangentBlock blocks[2];
  NameList captures;
  for (int i = 0; i < 2; ++i) {
    blocks[i] =
        second.Tangents(grad_blocks[i].index, NotEmpty(inputs[i].tangents));
    const NameList reads = second.context()->SetBlockEnds(
        blocks[i].index,
        Joined({blocks[i].arguments, Given(blocks[i].argument_tangents)}),
        Given(blocks[i].result_tangents));
    for (const std::string& name : reads) PlaceIn(&captures, name);
  }
  second.Finish(framework::MakeOp(
      "ifelse",
      {ForwardSlot(grad, "Condition"),
       {"TrueInputs", inputs[0].All()},
       {"FalseInputs", inputs[1].All()},
       {"Captures", captures}},
      {{"Out", second.TangentOutputs(blocks[0].result_tangents)},
       {"TrueScopes", {second.Unused("true")}},
       {"FalseScopes", {second.Unused("false")}}},
      {{"true_block", BlockIndex{blocks[0].index}},
       {"false_block", BlockIndex{blocks[1].index}}}));
  return {};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(ifelse, framework::ShapeFunction(InferIfelse),
                             IfelseOpMaker);
REGISTER_GRADIENT_OP(ifelse, ifelse_grad, IfelseGradOp, IfelseGradOpMaker,
                     MakeIfelseGradient);
REGISTER_GRADIENT_MAKER(ifelse_grad, MakeIfelseSecondGradient);
REGISTER_OP_FLOPS(ifelse, framework::FlopsOfItsBlocks());

}  // namespace paddle::operators
