// Opens files of arrays that a test has the bytes of.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/io/dataset.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::framework::testing {

// A folder in which each test writes what it reads.
class ArrayFilesTest : public ::testing::Test {
 protected:
  // Writes a file of this name and returns its path.
  std::string Written(const std::string& name, const std::string& bytes) const {
    const std::string path = folder_.Path(name);
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  // Opens these bytes as a file called "file".
  Dataset Opened(const std::string& bytes) const {
    return OpenArrays(Written("file", bytes));
  }

 private:
  const platform::TemporaryFolder folder_;
};

// Returns the elements of a tensor.
template <typename T>
std::vector<T> ValuesOf(const Tensor& tensor) {
  const T* data = tensor.data<T>();
  return std::vector<T>(data, data + tensor.numel());
}

}  // namespace paddle::framework::testing
