// Training through the C interface: the bits of the executor, in any number of
// threads, and again after saving.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/types/variant.h"

#include "paddle/framework/c_api/paddle.hpp"
#include "paddle/framework/c_api/testing/c_program.h"
#include "paddle/framework/c_api/testing/hpp_program.h"
#include "paddle/framework/c_api/testing/models.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::c_api::testing {
namespace {

using framework::Dims;
using framework::LoDTensor;
using framework::OpInfoMap;

Tensor Given(const LoDTensor& value) {
  return Tensor::Copy(PADDLE_FLOAT32, value.dims().ToVector(), value.raw_data(),
                      value.bytes());
}

class TrainingTest : public ::testing::Test {
 protected:
  TrainingTest() { SaveTraining(program_, folder_.Path("model")); }

  // Runs a step of the model by the C interface.
  static Tensor Step(Model* model, int seed) {
    const Tensor x = Given(Numbers(Dims({8, 4}), seed));
    const Tensor y = Given(Numbers(Dims({8, 1}), seed));
    return std::move(model->Run({{"x", &x}, {"y", &y}})[0]);
  }
  static float Loss(Model* model, int seed) {
    return Step(model, seed).Values<float>()[0];
  }

  platform::TemporaryFolder folder_;
  TrainingProgram program_ = MakeTrainingProgram();
};

TEST_F(TrainingTest, ACProgramTrains) {
  EXPECT_EQ(RunCProgram(folder_.Path("model").c_str(),
                        folder_.Path("scratch").c_str()),
            0);
}

TEST_F(TrainingTest, ACxx11ProgramTrains) {
  EXPECT_EQ(RunHppProgram(folder_.Path("model"), folder_.Path("scratch")), "");
}

TEST_F(TrainingTest, HasTheBitsOfTheExecutor) {
  Model model = Model::Load(folder_.Path("model"));
  const auto scope = framework::Scope::Create();
  const auto program = framework::LoadInferenceModel(
      folder_.Path("model"), OpInfoMap::Instance(), scope.get());
  framework::Executor executor;
  for (int seed = 0; seed < 10; ++seed) {
    const auto fetched = executor.Run(program,
                                      {{"x", Numbers(Dims({8, 4}), seed)},
                                       {"y", Numbers(Dims({8, 1}), seed)}},
                                      {program_.loss}, scope.get());
    const Tensor loss = Step(&model, seed);
    EXPECT_EQ(std::memcmp(loss.Data<float>(),
                          absl::get<LoDTensor>(fetched[0]).raw_data(), 4),
              0);
  }
  model.SaveParameters(folder_.Path("one"));
  framework::SaveVariables(folder_.Path("other"),
                           framework::PersistableNames(*program), *scope);
  EXPECT_EQ(platform::ReadFile(folder_.Path("one")),
            platform::ReadFile(folder_.Path("other")));
}

TEST_F(TrainingTest, LearnsAndGoesOnFromFiles) {
  Model model = Model::Load(folder_.Path("model"));
  const float first = Loss(&model, 1);
  float last = first;
  for (int step = 0; step < 200; ++step) last = Loss(&model, 1);
  EXPECT_LT(last, first / 4);
  model.SaveParameters(folder_.Path("parameters"));
  Model other = Model::Load(folder_.Path("model"));
  other.LoadParameters(folder_.Path("parameters"));
  other.SetStep(model.Step());
  EXPECT_EQ(Loss(&other, 2), Loss(&model, 2));
}

TEST_F(TrainingTest, BytesAndAStartupProgramAreEnough) {
  const std::string main = program_.main->Serialize();
  const std::string startup = program_.startup->Serialize();
  Model model = Model::LoadBytes(main);
  EXPECT_THROW(Loss(&model, 0), Error);
  model.SetStep(0);  // A run that fails counts, too.
  model.Initialize(startup);
  Model loaded = Model::Load(folder_.Path("model"));
  // The startup program was a run.
  loaded.SetStep(model.Step());
  EXPECT_EQ(Loss(&model, 0), Loss(&loaded, 0));
  const std::string parameters =
      platform::ReadFile(folder_.Path("model") + "/parameters");
  Model whole = Model::LoadBytes(main, &parameters);
  loaded = Model::Load(folder_.Path("model"));
  EXPECT_EQ(Loss(&whole, 0), Loss(&loaded, 0));
}

TEST_F(TrainingTest, ClonesShareWhatIsTrained) {
  Model model = Model::Load(folder_.Path("model"));
  Model clone = model.Clone();
  const std::string name = model.Persistables()[0].name;
  const auto before = clone.Get(name).Values<float>();
  Loss(&model, 0);
  EXPECT_NE(clone.Get(name).Values<float>(), before);
  EXPECT_EQ(clone.Get(name).Values<float>(), model.Get(name).Values<float>());
  model = Model::Load(folder_.Path("model"));  // The clone lives on.
  Loss(&clone, 1);
}

TEST_F(TrainingTest, EvaluatingChangesNothing) {
  Model model = Model::Load(folder_.Path("model"));
  model.SaveParameters(folder_.Path("before"));
  const Tensor x = Given(Numbers(Dims({3, 4}), 0));
  EXPECT_EQ(model.Eval({{"x", &x}}, {program_.prediction})[0].dims(),
            (std::vector<int64_t>{3, 1}));
  model.SaveParameters(folder_.Path("after"));
  EXPECT_EQ(platform::ReadFile(folder_.Path("before")),
            platform::ReadFile(folder_.Path("after")));
}

TEST_F(TrainingTest, ValuesAreReadAndSet) {
  Model model = Model::Load(folder_.Path("model"));
  const auto all = model.Persistables();
  for (const Variable& one : all) {
    Tensor value = model.Get(one.name);
    EXPECT_EQ(value.dims(), one.dims) << one.name;
    model.Set(one.name, value);
  }
  const Tensor wrong = Tensor::Of<float>({1, 2}, {1, 2});
  try {
    model.Set(all[0].name, wrong);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), PADDLE_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(error.what(), "not float32 [1, 2]"), nullptr);
  }
  EXPECT_THROW(model.Get(program_.loss), Error);
  EXPECT_THROW(model.Get("nothing"), Error);
}

TEST_F(TrainingTest, WhatWasTrainedInfers) {
  Model model = Model::Load(folder_.Path("model"));
  for (int seed = 0; seed < 5; ++seed) Loss(&model, seed);
  model.SaveInference(folder_.Path("inference"), {"x"}, {program_.prediction});
  const Model saved = Model::Load(folder_.Path("inference"));
  ASSERT_EQ(saved.Feeds().size(), 1u);
  EXPECT_EQ(saved.Fetches()[0].name, program_.prediction);
  const Tensor x = Given(Numbers(Dims({3, 4}), 0));
  const auto expected = saved.Eval({{"x", &x}})[0].Values<float>();
  // Any number of threads, with clones or without, give the same bits.
  std::vector<std::thread> threads;
  std::vector<int> different(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const Model own = saved.Clone();
      for (int i = 0; i < 50; ++i) {
        const Model& used = i % 2 == 0 ? own : saved;
        different[t] +=
            used.Eval({{"x", &x}})[0].Values<float>() != expected ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(different, std::vector<int>(4));
}

TEST_F(TrainingTest, StepsOfSeveralThreadsAreWhole) {
  Model model = Model::Load(folder_.Path("model"));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([clone = model.Clone(), t]() mutable {
      for (int i = 0; i < 25; ++i) Loss(&clone, t);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(model.Step(), 100);
}

TEST_F(TrainingTest, AProfileNamesOperators) {
  Model model = Model::Load(folder_.Path("model"));
  StartProfile();
  for (int i = 0; i < 3; ++i) Loss(&model, i);
  const Profile profile = Profile::Stop();
  int updates = 0;
  for (const PaddleProfiledOp& op : profile.Ops()) {
    EXPECT_GE(op.total, op.own);
    EXPECT_EQ(op.calls % 3, 0);
    if (std::string(op.type).find("adam") == 0) ++updates;
  }
  EXPECT_GT(updates, 0);
}

TEST_F(TrainingTest, ATrainingModelKeepsItsNumbers) {
  PaddleLoadOptions options = PADDLE_LOAD_OPTIONS_INIT;
  options.dtype = PADDLE_BFLOAT16;
  try {
    Model::Load(folder_.Path("model"), options);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), PADDLE_INVALID_ARGUMENT);
  }
  Model model = Model::Load(folder_.Path("model"));
  model.SaveInference(folder_.Path("inference"), {"x"}, {program_.prediction});
  const Tensor x = Given(Numbers(Dims({3, 4}), 0));
  const Model exact = Model::Load(folder_.Path("inference"));
  const Model half = Model::Load(folder_.Path("inference"), options);
  const auto expected = exact.Eval({{"x", &x}})[0].Values<float>();
  const auto found = half.Eval({{"x", &x}})[0].Values<float>();
  EXPECT_NE(found, expected);
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], 0.02);
  }
}

}  // namespace
}  // namespace paddle::c_api::testing
