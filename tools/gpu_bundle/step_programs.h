// The training steps that are timed on a GPU: programs with their feeds.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/program.h"

namespace paddle::gpu_bundle {

struct StepProgram {
  std::string name;
  std::shared_ptr<const framework::Program> startup;
  std::shared_ptr<const framework::Program> main;
  framework::Feeds feeds;
  std::string loss;
};

// Makes a perceptron 784-200-200-10 on `batch` images, trained by SGD.
StepProgram MlpStep(int64_t batch);
// Makes a network of 20 and 50 filters of 5 x 5, pooled, on `batch` images of
// 28 x 28, trained by SGD.
StepProgram ConvStep(int64_t batch);
// Makes one LSTM of `width` over `sequences` sequences of `length` words,
// trained by Adam.
StepProgram LstmStep(int64_t sequences, int64_t length, int64_t width);

}  // namespace paddle::gpu_bundle
