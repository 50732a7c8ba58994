#include "paddle/framework/io/inference_model.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

namespace fs = std::filesystem;
using platform::MessageOf;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// out = x + w; unused = out + 1.
class InferenceModelTest : public ::testing::Test {
 protected:
  InferenceModelTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    AddData(program_.get(), "x", 2);
    AddPersistable(program_.get(), "w", {1, 2});
    AddPersistable(program_.get(), "state", {1});
    Add(program_.get(), "w", "w", "w2");
    Plus(program_.get(), "w2", "out", 1);
    Plus(program_.get(), "out", "unused", 1);
    SetW({10, 20});
  }

  void SetW(const std::vector<float>& values) {
    *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1, 2}, values);
  }
  void Save() const {
    SaveInferenceModel(model_, *program_, {}, {"out"}, *scope_);
  }
  std::shared_ptr<Program> Load(Scope* scope) const {
    return LoadInferenceModel(model_, OpInfoMap::Instance(), scope);
  }
  std::vector<std::string> Names(const std::string& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
      names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  const std::string folder_ =
      absl::StrCat(::testing::TempDir(), "/inference_model_test");
  const std::string model_ = folder_ + "/model";
  std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
};

TEST_F(InferenceModelTest, AModelThatIsSavedWholeComesBackWhole) {
  EXPECT_ERROR(SaveModel(model_, *program_, *scope_), FailedPrecondition,
               "variable state has no value");
  EXPECT_THAT(Names(folder_), IsEmpty());
  *scope_->Var("state")->GetMutable<LoDTensor>() = TensorOf({1}, {3});
  SaveModel(model_, *program_, *scope_);
  auto scope = Scope::Create();
  const auto program = Load(scope.get());
  EXPECT_EQ(program->Serialize(), program_->Serialize());
  EXPECT_THAT(scope->LocalNames(), ElementsAre("state", "w"));
}

TEST_F(InferenceModelTest, ValuesComeFromBytes) {
  Save();
  const std::string bytes = platform::ReadFile(model_ + "/parameters");
  auto scope = Scope::Create();
  ParseVariables(bytes, "memory", *program_, {"w"}, scope.get());
  EXPECT_EQ(scope->FindVar("w")->Get<LoDTensor>().data<float>()[1], 20);
  EXPECT_ERROR(
      ParseVariables(bytes, "memory", *program_, {"state"}, scope.get()),
      NotFound, "memory does not hold variable state");
  EXPECT_ERROR(ParseVariables(bytes.substr(0, 30), "memory", *program_, {"w"},
                              scope.get()),
               DataLoss, "memory");
}

TEST_F(InferenceModelTest, VariablesMayBeSelectedRows) {
  program_->global_block().GetVar("w").set_kind(proto::SELECTED_ROWS);
  const std::string path = folder_ + "/values";
  auto* rows = scope_->Var("w")->GetMutable<SelectedRows>();
  EXPECT_ERROR(SaveVariables(path, {"w"}, *scope_), FailedPrecondition,
               "variable w has no value to save");
  rows->set_height(1);
  *rows->mutable_rows() = {0};
  *rows->mutable_value() = TensorOf({1, 2}, {3, 4});
  SaveVariables(path, {"w"}, *scope_);
  auto scope = Scope::Create();
  LoadVariables(path, *program_, {"w"}, scope.get());
  const auto& found = scope->FindVar("w")->Get<SelectedRows>();
  EXPECT_EQ(found.height(), 1);
  EXPECT_THAT(found.rows(), ElementsAre(0));
  EXPECT_THAT(ValuesOf(found.value()), ElementsAre(3, 4));
}

TEST_F(InferenceModelTest, AnotherKindThanDescribed) {
  const std::string path = folder_ + "/values";
  SaveVariables(path, {"w"}, *scope_);
  proto::VarDesc& w = program_->global_block().GetVar("w");
  w.set_kind(proto::SELECTED_ROWS);
  EXPECT_ERROR(LoadVariables(path, *program_, {"w"}, scope_.get()),
               InvalidArgument, "variable w is selected rows, but ");
  auto* rows = scope_->Var("w")->GetMutable<SelectedRows>();
  rows->set_height(2);
  *rows->mutable_value() = TensorOf({0, 2}, {});
  SaveVariables(path, {"w"}, *scope_);
  EXPECT_ERROR(LoadVariables(path, *program_, {"w"}, scope_.get()),
               InvalidArgument, "variable w is [1, 2] float32, but ");
  w.set_kind(proto::DENSE_TENSOR);
  EXPECT_ERROR(LoadVariables(path, *program_, {"w"}, scope_.get()),
               InvalidArgument, "holds selected rows");
}

TEST_F(InferenceModelTest, ComesBackWithWhatItNeeds) {
  Save();
  auto scope = Scope::Create();
  const auto program = Load(scope.get());
  EXPECT_THAT(program->desc().fetches(), ElementsAre("out"));
  EXPECT_EQ(program->global_block().desc().ops_size(), 2);
  EXPECT_THAT(scope->LocalNames(), ElementsAre("w"));
  Executor executor;
  const auto values = executor.Run(program, {}, {"out"}, scope.get());
  EXPECT_THAT(ValuesOf(absl::get<LoDTensor>(values[0])), ElementsAre(21, 41));
}

TEST_F(InferenceModelTest, IsExchangedWhole) {
  Save();
  SetW({1, 2});
  Save();
  auto scope = Scope::Create();
  Load(scope.get());
  EXPECT_THAT(ValuesOf(scope->FindVar("w")->Get<LoDTensor>()),
              ElementsAre(1, 2));
  EXPECT_THAT(Names(folder_), ElementsAre("model"));
  EXPECT_THAT(Names(model_), ElementsAre("manifest", "parameters", "program"));
}

TEST_F(InferenceModelTest, AMappedModelOutlivesAnExchange) {
  Save();
  LoadOptions mapped;
  mapped.map = true;
  auto scope = Scope::Create();
  const auto program =
      LoadInferenceModel(model_, OpInfoMap::Instance(), scope.get(), mapped);
  SetW({1, 2});
  Save();
  Executor executor;
  const auto values = executor.Run(program, {}, {"out"}, scope.get());
  EXPECT_THAT(ValuesOf(absl::get<LoDTensor>(values[0])), ElementsAre(21, 41));
}

TEST_F(InferenceModelTest, AFailureLeavesNothing) {
  scope_->Erase("w");
  EXPECT_THAT(MessageOf([&] { Save(); }),
              AllOf(HasSubstr("FailedPrecondition"), HasSubstr("variable w")));
  EXPECT_THAT(Names(folder_), IsEmpty());
}

TEST_F(InferenceModelTest, AFolderWithOtherFilesIsLeftAlone) {
  fs::create_directories(model_);
  std::ofstream(model_ + "/mine") << "text";
  EXPECT_THAT(MessageOf([&] { Save(); }), HasSubstr("holds mine"));
  EXPECT_THAT(Names(model_), ElementsAre("mine"));
}

TEST_F(InferenceModelTest, AFileInTheWayIsNamed) {
  std::ofstream(model_) << "text";
  EXPECT_THAT(MessageOf([&] { Save(); }),
              AllOf(HasSubstr(model_), HasSubstr("is not a folder")));
}

TEST_F(InferenceModelTest, AFolderBehindALinkIsWritten) {
  fs::create_directory(folder_ + "/real");
  fs::create_directory_symlink("real", model_);
  Save();
  EXPECT_TRUE(fs::is_symlink(model_));
  EXPECT_THAT(Names(folder_ + "/real"), SizeIs(3));
  EXPECT_THAT(Names(folder_), ElementsAre("model", "real"));
  fs::remove_all(folder_ + "/real");
  EXPECT_THAT(MessageOf([&] { Save(); }),
              AllOf(HasSubstr("Unavailable"), HasSubstr(model_)));
}

TEST_F(InferenceModelTest, WhatIsNoFolderIsRefused) {
  ASSERT_EQ(mkfifo(model_.c_str(), 0600), 0);
  EXPECT_ERROR(Save(), Unavailable, "is not a folder");
  EXPECT_THAT(Names(folder_), ElementsAre("model"));
  const std::string name = model_ + std::string("\0x", 2);
  EXPECT_ERROR(SaveInferenceModel(name, *program_, {}, {"out"}, *scope_),
               InvalidArgument, "zero byte");
  fs::remove(model_);
  Save();
  EXPECT_ERROR(LoadInferenceModel(name, OpInfoMap::Instance(), scope_.get()),
               InvalidArgument, "zero byte");
}

// With a manifest and, as older versions have written it, without.
class DamageTest : public InferenceModelTest,
                   public ::testing::WithParamInterface<bool> {
 protected:
  DamageTest() {
    Save();
    if (!GetParam()) fs::remove(model_ + "/manifest");
  }
  void ExpectRefused(const std::string& path) {
    auto scope = Scope::Create();
    EXPECT_THAT(MessageOf([&] { Load(scope.get()); }), HasSubstr(path));
    EXPECT_THAT(scope->LocalNames(), IsEmpty());
  }
};

TEST_P(DamageTest, SetsNothing) {
  Load(Scope::Create().get());
  for (const std::string& name : Names(model_)) {
    const std::string path = absl::StrCat(model_, "/", name);
    const std::string bytes = platform::ReadFile(path);
    const auto write = [&](const std::string& damaged) {
      std::ofstream(path, std::ios::binary) << damaged;
    };
    for (size_t i = 0; i < bytes.size(); ++i) {
      std::string flipped = bytes;
      flipped[i] ^= static_cast<char>(1 << i % 8);
      write(flipped);
      ExpectRefused(path);
      write(bytes.substr(0, i));
      ExpectRefused(path);
    }
    write(bytes + "x");
    ExpectRefused(path);
    fs::remove(path);
    // Without its manifest, a folder counts as a model of an older version.
    if (name != "manifest") ExpectRefused(path);
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    ExpectRefused(path);
    fs::remove(path);
    fs::create_directory(path);
    ExpectRefused(path);
    fs::remove(path);
    write(bytes);
  }
  Load(Scope::Create().get());
}

INSTANTIATE_TEST_SUITE_P(Manifests, DamageTest, ::testing::Bool());

// Each file is whole, and they are of two models.
TEST_F(InferenceModelTest, FilesOfTwoModelsAreRefused) {
  Save();
  fs::copy_file(model_ + "/parameters", folder_ + "/parameters");
  SetW({1, 2});
  Save();
  fs::rename(folder_ + "/parameters", model_ + "/parameters");
  auto scope = Scope::Create();
  EXPECT_ERROR(Load(scope.get()), DataLoss, model_ + "/parameters");
  EXPECT_THAT(scope->LocalNames(), IsEmpty());
}

TEST_F(InferenceModelTest, VariablesMustFit) {
  const std::string path = folder_ + "/values";
  SaveVariables(path, {"w"}, *scope_);
  auto other = NewProgram();
  AddPersistable(other.get(), "w", {2, 2});
  AddPersistable(other.get(), "v", {1});
  auto scope = Scope::Create();
  EXPECT_THAT(
      MessageOf([&] { LoadVariables(path, *other, {"w"}, scope.get()); }),
      AllOf(HasSubstr("w is [2, 2] float32"), HasSubstr("[1, 2] float32")));
  EXPECT_THAT(
      MessageOf([&] { LoadVariables(path, *other, {"v"}, scope.get()); }),
      HasSubstr("does not hold variable v"));
  EXPECT_THAT(scope->LocalNames(), IsEmpty());
}

TEST_F(InferenceModelTest, VariablesOfSeveralFiles) {
  *scope_->Var("state")->GetMutable<LoDTensor>() = TensorOf({1}, {5});
  const std::vector<std::string> paths = {folder_ + "/0", folder_ + "/1"};
  const std::vector<std::string> half = {paths[0]};
  SaveVariables(paths[0], {"state"}, *scope_);
  SaveVariables(paths[1], {"w"}, *scope_);
  auto scope = Scope::Create();
  EXPECT_THAT(MessageOf([&] {
                LoadVariables(half, *program_, {"state", "w"}, scope.get());
              }),
              HasSubstr("0 does not hold variable w"));
  std::ofstream(paths[1], std::ios::app) << "x";
  EXPECT_ERROR(LoadVariables(paths, *program_, {"state", "w"}, scope.get()),
               DataLoss, paths[1]);
  EXPECT_THAT(scope->LocalNames(), IsEmpty());
  SaveVariables(paths[1], {"w"}, *scope_);
  LoadVariables(paths, *program_, {"state", "w"}, scope.get());
  EXPECT_THAT(ValuesOf(scope->FindVar("state")->Get<LoDTensor>()),
              ElementsAre(5));
  EXPECT_THAT(ValuesOf(scope->FindVar("w")->Get<LoDTensor>()),
              ElementsAre(10, 20));
}

TEST_F(InferenceModelTest, PersistablesInTheProgramsOrder) {
  EXPECT_THAT(PersistableNames(*program_), ElementsAre("w", "state"));
}

}  // namespace
}  // namespace paddle::framework::testing
