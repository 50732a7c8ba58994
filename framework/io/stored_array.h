// Keeps where an array lies in a file, and reads rows of it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/io/byte_source.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::framework {

// An array in row-major order, of which nothing is in memory. Copies share the
// open file. Any number of threads may read.
class StoredArray {
 public:
  // The elements begin at byte `begin` of the source; the caller has checked
  // that they are in it (BytesOf says how many there are).
  StoredArray(std::shared_ptr<const ByteSource> source, uint64_t begin,
              DataType dtype, const Dims& dims, bool big_endian = false);

  DataType dtype() const { return dtype_; }
  const Dims& dims() const { return dims_; }
  // Returns the size of the first axis. Throws InvalidArgument for a scalar,
  // which has no rows.
  int64_t rows() const;
  // Returns the dims of one row.
  Dims row_dims() const { return dims_.Slice(1, dims_.rank()); }

  // Returns the whole array, or its rows [begin, end), as a tensor on the CPU
  // with memory of its own; reads no other bytes. Throws OutOfRange unless
  // 0 <= begin <= end <= rows(), and what ByteSource::Read throws.
  Tensor Read() const;
  Tensor Read(int64_t begin, int64_t end) const;
  // Reads as many rows as `target` has, from `begin` on. The target, a tensor
  // on the CPU, must have this data type and row_dims().
  void ReadInto(int64_t begin, Tensor* target) const;

 private:
  void ReadBytes(uint64_t offset, Tensor* target) const;

  std::shared_ptr<const ByteSource> source_;
  uint64_t begin_;
  DataType dtype_;
  Dims dims_;
  bool big_endian_;
};

using StoredArrays = std::map<std::string, StoredArray>;

// Returns the dims of these sizes, which are at least 0. Throws
// InvalidArgument, beginning with `place`, for more than nine, or if an array
// of them has more bytes than fit into an int64.
Dims CheckedDims(absl::Span<const int64_t> sizes, DataType dtype,
                 const std::string& place);
// Returns the number of bytes of such an array.
uint64_t BytesOf(const Dims& dims, DataType dtype);

}  // namespace paddle::framework
