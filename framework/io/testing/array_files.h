// Makes files of arrays for tests.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace paddle::framework::testing {

// Returns the four bytes of a number of an IDX header.
std::string IdxNumber(uint32_t number);

// Returns an IDX file of `count` images of rows x columns; the number of pixels
// need not match.
std::string ImageFile(uint32_t count, uint32_t rows, uint32_t columns,
                      const std::string& pixels);

// Returns the bytes compressed by gzip.
std::string Gzip(const std::string& bytes);

// Returns a safetensors file of this header and these bytes.
std::string SafetensorsFile(const std::string& header,
                            const std::string& bytes);

// Returns a .npy file of version 1.0: NpyFile("<f4", "(2, 3)", bytes).
std::string NpyFile(const std::string& descr, const std::string& shape,
                    const std::string& bytes);

// Returns a zip archive of members (name and bytes), stored or deflated.
std::string ZipFile(
    const std::vector<std::pair<std::string, std::string>>& members,
    bool deflated);

// Returns the bytes of numbers as they are in memory.
template <typename T>
std::string BytesOf(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()),
          values.size() * sizeof(T)};
}

}  // namespace paddle::framework::testing
