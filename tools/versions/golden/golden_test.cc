// Programs that older versions saved give what they gave then.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/file.h"

namespace paddle::framework {
namespace {

constexpr char kFolder[] = "tools/versions/golden/";
constexpr double kTolerance = 1e-6;

std::vector<std::string> Versions() {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder, none)) {
    if (std::filesystem::exists(entry.path() / "values")) {
      names.push_back(entry.path().filename());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

// write.py says how the values are written.
LoDTensor ReadTensor(std::istream* line) {
  std::string type;
  int rank = 0, num_lengths = 0;
  *line >> type >> rank;
  std::vector<int64_t> dims(rank);
  for (int64_t& size : dims) *line >> size;
  *line >> num_lengths;
  std::vector<int64_t> lengths(num_lengths);
  for (int64_t& length : lengths) *line >> length;
  LoDTensor tensor;
  tensor.Allocate(Dims(dims), ParseDataType(type));
  if (num_lengths > 0) tensor.set_lod(LoD::FromLengths({lengths}));
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    if (tensor.dtype() == DataType::kInt64) {
      *line >> tensor.mutable_data<int64_t>()[i];
    } else {
      *line >> tensor.mutable_data<float>()[i];
    }
  }
  EXPECT_FALSE(line->fail());
  return tensor;
}

class Golden {
 public:
  explicit Golden(const std::string& name) : folder_(kFolder + name + "/") {
    std::istringstream text(platform::ReadFile(path("values")));
    std::getline(text, loss_);
    for (std::string line; std::getline(text, line);) {
      std::istringstream words(line);
      std::string name;
      words >> name;
      values_[name] = ReadTensor(&words);
    }
  }

  std::string path(const std::string& file) const { return folder_ + file; }
  const std::string& loss() const { return loss_; }
  Feeds FeedsOf(const std::vector<std::string>& names) const {
    Feeds feeds;
    for (const auto& name : names) feeds.emplace_back(name, values_.at(name));
    return feeds;
  }
  void Expect(const std::vector<Fetched>& fetched,
              const std::string& name) const {
    const auto& got = absl::get<LoDTensor>(fetched.at(0));
    const LoDTensor& wanted = values_.at(name);
    ASSERT_EQ(got.dims(), wanted.dims()) << name;
    for (int64_t i = 0; i < wanted.numel(); ++i) {
      EXPECT_NEAR(got.data<float>()[i], wanted.data<float>()[i],
                  kTolerance * (1 + std::abs(wanted.data<float>()[i])))
          << name << " " << i;
    }
  }

 private:
  const std::string folder_;
  std::string loss_;
  std::map<std::string, LoDTensor> values_;
};

class GoldenTest : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenTest, Inference) {
  const Golden golden(GetParam());
  auto scope = Scope::Create();
  const auto program = LoadInferenceModel(golden.path("model"),
                                          OpInfoMap::Instance(), scope.get());
  golden.Expect(Executor().Eval(program, golden.FeedsOf({"image", "words"}),
                                {program->desc().fetches(0)}, scope.get()),
                "out");
}

TEST_P(GoldenTest, TrainingGoesOn) {
  const Golden golden(GetParam());
  const std::shared_ptr<Program> program =
      Program::Parse(OpInfoMap::Instance(),
                     platform::ReadFile(golden.path("training_program")));
  auto scope = Scope::Create();
  LoadVariables(golden.path("checkpoint"), *program, PersistableNames(*program),
                scope.get());
  const Feeds feeds = golden.FeedsOf({"image", "words", "label"});
  Executor executor;
  for (const char* name : {"loss_1", "loss_2"}) {
    golden.Expect(executor.Run(program, feeds, {golden.loss()}, scope.get()),
                  name);
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, GoldenTest, ::testing::ValuesIn(Versions()),
                         [](const auto& info) {
                           return "Number" + std::to_string(info.index);
                         });

TEST(GoldenFolders, AreThere) {
  EXPECT_THAT(Versions(), ::testing::Contains("first"));
}

}  // namespace
}  // namespace paddle::framework
