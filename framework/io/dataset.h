// Opens files of arrays: safetensors, NumPy .npy and .npz, and IDX.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/io/stored_array.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

// The arrays of an open file. Any number of threads may read; copies share the
// file, which is open as long as one of them or of its arrays is.
class Dataset {
 public:
  Dataset(std::string path, StoredArrays arrays);

  const std::string& path() const { return path_; }
  const StoredArrays& arrays() const { return arrays_; }
  // Throws NotFound, naming the file and its arrays, if there is none.
  const StoredArray& Find(const std::string& name) const;
  // Returns rows [begin, end) of an array; throws what Find and
  // StoredArray::Read throw.
  Tensor Read(const std::string& name, int64_t begin, int64_t end) const {
    return Find(name).Read(begin, end);
  }

 private:
  std::string path_;
  StoredArrays arrays_;
};

// Opens a file, whose first bytes say which format it has, and reads its
// headers alone. The arrays of safetensors and .npz files have their names
// there; that of another file is called as the file, without folder and
// extension (and without ".gz" before: IDX files may be compressed by gzip).
// Members of a .npz that are no .npy are left out. What is stored as it is, is
// read where it lies; what is compressed is kept in memory as far as it has
// been read. Throws NotFound or Unavailable if the file cannot be read, and
// InvalidArgument, naming file and place, if it is damaged, of no such format,
// or holds a data type that tensors do not have.
Dataset OpenArrays(const std::string& path);

}  // namespace paddle::framework
