// Makes files of images for tests.
#pragma once

#include <cstdint>
#include <string>

namespace paddle::infer {

// Returns the four bytes of a number of an IDX header.
std::string IdxNumber(uint32_t number);

// Returns an IDX file of `count` images of rows x columns; the number of pixels
// need not match.
std::string ImageFile(uint32_t count, uint32_t rows, uint32_t columns,
                      const std::string& pixels);

// Returns the bytes compressed by gzip.
std::string Gzip(const std::string& bytes);

}  // namespace paddle::infer
