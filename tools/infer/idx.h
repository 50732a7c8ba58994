// Reads images and labels in the IDX format of MNIST, plain or compressed with
// gzip.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace paddle::infer {

struct Images {
  int64_t count = 0;
  int64_t rows = 0;
  int64_t columns = 0;
  std::string pixels;  // bytes, image by image, row by row; 0 is background

  int64_t size() const { return rows * columns; }
};

// Both throw NotFound or Unavailable if the file cannot be read, and DataLoss,
// naming the file and the problem, if it is damaged, of the other kind, or
// shorter or longer than its header says. They allocate nothing for sizes that
// it cannot hold.
Images ReadImages(const std::string& path);
// Also throws DataLoss for a label that is not below `classes`.
std::vector<int64_t> ReadLabels(const std::string& path, int64_t classes);

}  // namespace paddle::infer
