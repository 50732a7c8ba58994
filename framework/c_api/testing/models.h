// Models on disk for tests of the C interface.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::c_api::testing {

// A program that trains a small network with dropout on x [N, 4] and y [N, 1],
// and its startup program. It fetches its loss.
struct TrainingProgram {
  std::shared_ptr<framework::Program> main;
  std::shared_ptr<framework::Program> startup;
  std::string loss;
  std::string prediction;
};
TrainingProgram MakeTrainingProgram();

// Writes the program with the first values of its parameters to a folder.
void SaveTraining(const TrainingProgram& program, const std::string& folder);

// Writes a model that sums up the rows of each sequence of x [N, 2].
void SaveSums(const std::string& folder);

// Returns float32 numbers of such dims, other ones for another seed.
framework::LoDTensor Numbers(const framework::Dims& dims, int seed);

}  // namespace paddle::c_api::testing
