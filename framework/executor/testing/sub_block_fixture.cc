#include "paddle/framework/executor/testing/sub_block_fixture.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::framework::testing {

SubBlockFixture::SubBlockFixture() : program_(NewProgram()) {
  AddPersistable(program_.get(), "x", {2});
  AddPersistable(program_.get(), "c", {2});
  block_ = NewBlock(0, {"a"});
  Set("x", {1, 2});
  Set("c", {10, 20});
}

int SubBlockFixture::NewBlock(int parent, const NameList& arguments,
                              int forward) {
  const int block = program_->AddBlock(parent, forward);
  SymbolTable& table = program_->block(block);
  for (const std::string& name : arguments) {
    table.mutable_desc()->add_arguments(name);
    table.Var(name)->set_dtype(proto::FLOAT32);
    table.Var(name)->add_dims(2);
  }
  return block;
}

void SubBlockFixture::Results(int block, const NameList& names) {
  for (const std::string& name : names) {
    program_->block(block).mutable_desc()->add_results(name);
  }
}

void SubBlockFixture::Plus(int block, const std::string& x,
                           const std::string& out) {
  program_->AppendOp(block,
                     MakeOp("test_plus", {{"X", {x}}}, {{"Out", {out}}}));
}

void SubBlockFixture::Add(int block, const std::string& x, const std::string& y,
                          const std::string& out) {
  program_->AppendOp(
      block, MakeOp("test_add", {{"X", {x}}, {"Y", {y}}}, {{"Out", {out}}}));
}

void SubBlockFixture::Update(int block, const std::string& param,
                             const std::string& grad) {
  program_->AppendOp(
      block, MakeOp("test_update", {{"Param", {param}}, {"Grad", {grad}}},
                    {{"ParamOut", {param}}}));
}

void SubBlockFixture::Repeat(int block, int64_t times, const NameList& x,
                             const NameList& captures, const NameList& out,
                             int parent) {
  program_->AppendOp(parent,
                     MakeOp("test_repeat", {{"X", x}, {"Captures", captures}},
                            {{"Out", out}, {"StepScopes", {"steps_" + out[0]}}},
                            {{"block", BlockIndex{block}}, {"times", times}}));
}

void SubBlockFixture::Replay(int block, const std::string& steps) {
  program_->AppendOp(
      0, MakeOp("test_replay", {{"StepScopes", {steps}}, {"Captures", {"c"}}},
                {{"Out", {"all"}}}, {{"block", BlockIndex{block}}}));
}

void SubBlockFixture::Set(const std::string& name,
                          const std::vector<float>& values) {
  *scope_->Var(name)->GetMutable<LoDTensor>() =
      TensorOf({static_cast<int64_t>(values.size())}, values);
}

std::unique_ptr<FramePool> SubBlockFixture::Compile(const NameList& targets,
                                                    bool plan_memory) {
  CompileOptions options;
  options.targets = targets;
  options.plan_memory = plan_memory;
  return std::make_unique<FramePool>(
      BlockCompiler(program_, 0, options).Compile());
}

std::vector<float> SubBlockFixture::Values(const std::string& name) {
  return ValuesOf(scope_->FindVar(name)->Get<LoDTensor>());
}

std::vector<float> SubBlockFixture::Run(const NameList& targets) {
  RunOnScope(Compile(targets).get(), scope_.get());
  return Values(targets.back());
}

}  // namespace paddle::framework::testing
