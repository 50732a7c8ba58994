// Sums each sequence of a batch: tensors and sequences, without programs.
#include <cstdint>
#include <iostream>
#include <numeric>

#include "paddle/framework/tensor/lod_tensor.h"

using paddle::framework::DataType;
using paddle::framework::Dims;
using paddle::framework::LoD;
using paddle::framework::LoDTensor;

int main() {
  LoDTensor batch(Dims({5, 1}), DataType::kFloat32);
  float* rows = batch.mutable_data<float>();
  std::iota(rows, rows + batch.numel(), 1.0f);
  batch.set_lod(LoD::FromLengths({{2, 0, 3}}));

  const auto offsets = batch.lod()->offsets(0);
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const float sum =
        std::accumulate(rows + offsets[i], rows + offsets[i + 1], 0.0f);
    std::cout << "sequence " << i << ": " << sum << "\n";
  }
  try {
    batch.data<int64_t>();
  } catch (const paddle::platform::Error& error) {
    std::cout << "refused: " << error.what() << "\n";
  }
}
