// Tiny operators for the tests of the executor, registered like real ones.
//
//   test_fill    (shape, value)        -> Out
//   test_plus    X (amount)            -> Out = X + amount; may reuse X
//   test_add     X, Y                  -> Out = X + Y, equal shapes
//   test_update  Param, Grad           -> ParamOut = Param - Grad, in place
//   test_random  (shape)               -> Out, uniform in [0, 1)
//   test_nonzero X                     -> Out, the non-zero elements of X
//   test_both    X                     -> Low = X - 1, High = X + 1
//   test_twice   X                     -> Out, each sequence of X twice
//   test_follow  X                     -> Out[i] = X[X[i]]
//   test_count   X                     no output; counts its runs
//
// test_plus, test_add, test_update, test_random and test_follow run on GPUs,
// too.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::framework::testing {

// Returns how many times test_count ran in this process.
int& CountRuns();

// An empty program over the registry.
std::shared_ptr<Program> NewProgram();
// Declares float32 data [N, width].
void AddData(Program* program, const std::string& name, int64_t width);
// Declares a persistable float32 variable.
void AddPersistable(Program* program, const std::string& name,
                    const std::vector<int64_t>& dims);
// Appends to the global block.
void Plus(Program* program, const std::string& x, const std::string& out,
          double amount);
void Add(Program* program, const std::string& x, const std::string& y,
         const std::string& out);
void Fill(Program* program, const std::string& out,
          const std::vector<int64_t>& shape, double value);
void Update(Program* program, const std::string& param,
            const std::string& grad);

LoDTensor TensorOf(const std::vector<int64_t>& dims,
                   const std::vector<float>& values);
std::vector<float> ValuesOf(const Tensor& tensor);

}  // namespace paddle::framework::testing
