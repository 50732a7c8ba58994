#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/composite_gradient.h"
#include "paddle/framework/registry/gradient_registration.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/control_flow/block_ends.h"
#include "paddle/operators/control_flow/block_gradient_base.h"
#include "paddle/operators/control_flow/block_maker.h"
#include "paddle/operators/control_flow/second_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::BlockIndex;
using framework::Dims;
using framework::InferShapeContext;
using framework::NameList;

class RecurrentOpMaker : public BlockOpMaker {
 public:
  void Make() override {
    AddInput("Inputs",
             "Sequences, [rows, ...], all of the same lengths, or all dense, "
             "[T, ...]: T steps of everything behind the first axis.")
        .AsList();
    AddInput("InitialStates",
             "What each memory holds before the first step: a row for each "
             "sequence, [sequences, ...], or one row, [...], for all of them. "
             "Of dense inputs: the memory itself.")
        .AsList()
        .AsOptional();
    AddInput("StaticInputs",
             "Read whole at each step, yet one row, or one sequence, for each "
             "sequence of the inputs: [sequences, ...].")
        .AsList()
        .AsOptional();
    AddCaptures("What else the block reads from outside, of any shape.");
    AddOutput("Out",
              "What the block gives at each step, as sequences of the lengths "
              "of the inputs, or stacked, [T, ...].")
        .AsList()
        .AsOptional();
    AddScopes("StepScopes", "What the gradient reads of each step.");
    AddAttr<BlockIndex>(
        "step_net",
        "The block that computes a step. Its arguments: a step of each input, "
        "the memories, the static inputs. Its results: a step of each output, "
        "then the new value of each memory. Of sequences a step has a row (of "
        "nested sequences: a sequence) for each sequence that is long enough.");
    AddAttr<bool>("reverse", "From the last step to the first.")
        .SetDefault(false);
    HasValueDependentShape();
    AddComment(
        "Out[t], memory[t] = step_net(Inputs[t], memory[t - 1], ...), "
        "memory[-1] being InitialStates: a block that runs once for each step "
        "of its inputs. Sequences are never padded: step t runs on those that "
        "are longer than t, ranked by length. Errors: InvalidArgument for "
        "inputs of different lengths, initial states that are not one for each "
        "sequence, and a block whose arguments or results do not fit.");
  }
};

void CheckCount(int given, int wanted, const char* what) {
  PADDLE_ENFORCE(given == wanted, InvalidArgument, "the step block has ", given,
                 " ", what, ", but the slots of recurrent have ", wanted);
}

void CheckInputs(const InferShapeContext& ctx, const BlockEnds& ends) {
  const int levels = ctx.LoDLevels("Inputs");
  for (int i = 0; i < ctx.InputCount("Inputs"); ++i) {
    const Dims dims = ctx.InputDims("Inputs", i);
    PADDLE_ENFORCE(dims.rank() >= 1, InvalidArgument, "input ", i,
                   " of recurrent is one number, without steps");
    PADDLE_ENFORCE((ctx.LoDLevels("Inputs", i) > 0) == (levels > 0),
                   InvalidArgument, "input ", i, " of recurrent has ",
                   ctx.LoDLevels("Inputs", i),
                   " levels of sequences, but the first has ", levels);
    ends.CheckType(ends.argument(i), ctx.InputType("Inputs", i), "step");
  }
}

void SetOut(InferShapeContext* ctx, const BlockEnds::Var& result, int i) {
  BlockEnds::CheckKind(result, framework::proto::DENSE_TENSOR, "result");
  const Dims first = ctx->InputDims("Inputs");
  if (ctx->LoDLevels("Inputs") == 0) {
    Dims dims = {first[0]};
    for (int64_t size : result.dims) dims.Append(size);
    return ctx->SetOutput("Out", dims, result.dtype, i);
  }
  PADDLE_ENFORCE(result.dims.rank() >= 1, InvalidArgument, "output ",
                 result.name,
                 " of a step has no rows: of sequences it has one for each");
  // A result that nests one level less than the inputs, as their steps do, is
  // taken to have their rows; any other has a number of its own.
  const bool same_rows = result.lod_level + 1 == ctx->LoDLevels("Inputs");
  Dims dims = result.dims;
  dims[0] = same_rows ? first[0] : ctx->sizes().Fresh();
  ctx->SetOutput("Out", dims, result.dtype, i);
  ctx->SetLoDLevels("Out", result.lod_level + 1, i);
}

void InferRecurrent(InferShapeContext* ctx) {
  if (ctx->is_running()) return;  // the kernel finds the shapes
  const int inputs = ctx->InputCount("Inputs");
  const int states = ctx->InputCount("InitialStates");
  PADDLE_ENFORCE(inputs > 0, InvalidArgument,
                 "recurrent has no input to take steps of");
  const BlockEnds ends(*ctx, "step_net");
  CheckCount(ends.num_arguments(),
             inputs + states + ctx->InputCount("StaticInputs"), "arguments");
  CheckCount(ends.num_results(), ctx->OutputCount("Out") + states, "results");
  CheckInputs(*ctx, ends);
  for (int i = 0; i < states; ++i) {
    const BlockEnds::Var memory = ends.argument(inputs + i);
    ends.CheckKind(memory, framework::proto::DENSE_TENSOR, "memory");
    ends.CheckSame(memory, ends.result(ctx->OutputCount("Out") + i), "memory");
  }
  for (int i = 0; i < ctx->OutputCount("Out"); ++i) {
    SetOut(ctx, ends.result(i), i);
  }
  ctx->SetStepScopes("StepScopes");
}

class RecurrentGradOpMaker : public BlockGradOpMaker {
 public:
  void Make() override {
    AddInput("Inputs", "As forward.").AsList().ShapeOnly();
    AddForwardList("InitialStates");
    AddForwardList("StaticInputs");
    AddForwardScopes("StepScopes");
    AddBlockGrad({framework::proto::DENSE_TENSOR});
    AddGradList("Inputs", "Of the inputs.");
    AddGradList("InitialStates", "Of the initial states.");
    AddGradList("StaticInputs", "Of the static inputs.");
    AddAttr<BlockIndex>("step_net", "The gradient block of the step block.");
    AddAttr<std::vector<BlockIndex>>(
        "sum_nets",
        "None, or a block that runs once after all steps. Its arguments: the "
        "last results of step_net, those of all steps joined along axis 0, "
        "which are no gradients. Its results: the gradients of the last wanted "
        "captures.")
        .SetDefault({})
        .AnyLength();
    AddAttr<bool>("reverse", "As forward.").SetDefault(false);
    AddComment(
        "The gradient of recurrent: runs the gradient block once for each "
        "step, from the last to the first, and then what adds up all "
        "steps.");
  }
};

class RecurrentGradOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    CheckOutputGrads(*ctx);
    for (const char* slot : {"Inputs", "InitialStates", "StaticInputs"}) {
      SetGrads(ctx, slot);
    }
    if (ctx->Attr<std::vector<BlockIndex>>("sum_nets").empty()) {
      return SetCaptureGrads(ctx, "step_net");
    }
    const BlockEnds steps(*ctx, "step_net"), sums(*ctx, "sum_nets");
    const int wanted = ctx->InputCount("Wanted");
    const int in_steps = wanted - sums.num_results();
    const int first = steps.num_results() - sums.num_arguments() - in_steps;
    PADDLE_ENFORCE(in_steps >= 0 && first >= 0 &&
                       ctx->OutputCount("Captures@GRAD") <= wanted,
                   InvalidArgument, "recurrent_grad has ", wanted,
                   " captures, but its blocks have ", steps.num_results(),
                   " and ", sums.num_results(), " results, the second of ",
                   sums.num_arguments(), " arguments");
    SetCaptureGrads(ctx, steps, first, 0, in_steps);
    SetCaptureGrads(ctx, sums, 0, in_steps, wanted);
  }
};

// Moves what only adds up all steps out of the gradient block, if `context` is
// that of a whole program.
std::vector<BlockIndex> DeferSums(framework::GradBlock* grad,
                                  framework::GradContext* context) {
  auto* composite = dynamic_cast<framework::CompositeContext*>(context);
  if (composite == nullptr) return {};
  const int sums = composite->DeferSums(grad);
  if (sums < 0) return {};
  return {BlockIndex{sums}};
}

std::vector<framework::proto::OpDesc> MakeRecurrentGradient(
    const framework::proto::OpDesc& forward, framework::GradContext* context) {
  const auto block = framework::GetAttr<BlockIndex>(forward, "step_net");
  framework::GradBlock grad = context->DifferentiateBlock(block.index);
  const std::vector<BlockIndex> sums = DeferSums(&grad, context);
  const NameList slots = {"Inputs", "InitialStates", "StaticInputs"};
  return {
      MakeBlockGrad(forward, {slots, slots}, grad,
                    {{"step_net", BlockIndex{grad.index}},
                     {"sum_nets", sums},
                     {"reverse", framework::GetAttribute(forward, "reverse")}},
                    context)};
}

std::vector<framework::proto::OpDesc> MakeRecurrentSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context) {
  SecondGradient second(grad, context);
  const WithTangents inputs = second.Slot("Inputs");
  WithTangents states = second.Slot("InitialStates");
  const WithTangents statics = second.Slot("StaticInputs");
  std::vector<bool> arguments = NotEmpty(inputs.tangents);
  // Memories carry tangents from step to step even if the initial ones have
  // none.
  arguments.insert(arguments.end(), states.values.size(), true);
  for (bool given : NotEmpty(statics.tangents)) arguments.push_back(given);
  const framework::TangentBlock block = second.Tangents(
      framework::GetAttr<BlockIndex>(grad, "step_net").index, arguments);

  const auto parts = [&](const NameList& names) {  // of each slot
    const auto at = names.begin();
    const auto end_of_states = at + inputs.values.size() + states.values.size();
    return std::vector<NameList>{{at, at + inputs.values.size()},
                                 {at + inputs.values.size(), end_of_states},
                                 {end_of_states, names.end()}};
  };
  const auto values = parts(block.arguments);
  const auto tangents = parts(block.argument_tangents);
  // A memory with a tangent needs an initial one: zeros, where none flows in.
  second.FillTangents(tangents[1], &states);
  NameList block_arguments;
  for (int slot = 0; slot < 3; ++slot) {
    block_arguments =
        Joined({block_arguments, values[slot], Given(tangents[slot])});
  }
  const auto outs = framework::Inputs(grad, "Out").size();
  const NameList& results = block.results;
  const NameList& result_tangents = block.result_tangents;
  const NameList out_tangents(result_tangents.begin(),
                              result_tangents.begin() + outs);
  const NameList captures = second.context()->SetBlockEnds(
      block.index, block_arguments,
      Joined({Given(out_tangents),
              {results.begin() + outs, results.end()},
              Given({result_tangents.begin() + outs, result_tangents.end()})}));
  second.Finish(framework::MakeOp(
      "recurrent",
      {{"Inputs", inputs.All()},
       {"InitialStates", states.All()},
       {"StaticInputs", statics.All()},
       {"Captures", captures}},
      {{"Out", second.TangentOutputs(out_tangents)},
       {"StepScopes", {second.Unused("steps")}}},
      {{"step_net", BlockIndex{block.index}},
       {"reverse", framework::GetAttribute(grad, "reverse")}}));
  return {};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(recurrent,
                             framework::ShapeFunction(InferRecurrent),
                             RecurrentOpMaker);
REGISTER_GRADIENT_OP(recurrent, recurrent_grad, RecurrentGradOp,
                     RecurrentGradOpMaker, MakeRecurrentGradient);
REGISTER_GRADIENT_MAKER(recurrent_grad, MakeRecurrentSecondGradient);
REGISTER_OP_FLOPS(recurrent, framework::FlopsOfItsBlocks());

}  // namespace paddle::operators
