// Makes saved models for tests.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "paddle/framework/layers/variable.h"

namespace paddle::serving::testing {

// Writes layers between data and results, and names them.
struct Network {
  std::vector<layer::Variable> feeds;
  std::vector<layer::Variable> fetches;
};
using WriteNetwork = std::function<Network()>;

// Saves what `write` writes to `folder`, with parameters drawn from `seed`.
void SaveModel(const std::string& folder, const WriteNetwork& write,
               int64_t seed = 1);

// Takes "x" [N, inputs] and gives the probabilities of classes; one hidden
// layer.
Network Classifier(int64_t inputs, int64_t hidden, int64_t classes);
// Takes sequences "x" of rows [width] and gives, for each sequence, the last
// state of an LSTM, and for each row its state.
Network Recurrent(int64_t width, int64_t size);
// Takes "x" [N, width] and subtracts the mean of the batch.
Network Centered(int64_t width);
// Takes "id" [N, 1] int64 and looks up a row of a table of `rows` rows.
Network Embedding(int64_t rows, int64_t width);

}  // namespace paddle::serving::testing
