// Reads and maps the files beside a model in which it keeps its weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "paddle/platform/file_mapping.h"

namespace paddle::onnx {

// A file below the folder of a model, which a model from anywhere may name: it
// is opened without following links, so that no other file can be read. Not
// thread safe.
class ExternalFile {
 public:
  // Opens `location`, a path relative to `folder`. Throws InvalidArgument for
  // an absolute path, one with ".." or a zero byte, and for a link, symbolic or
  // hard; Unavailable for what does not exist, is no regular file, or cannot be
  // opened.
  ExternalFile(const std::string& folder, const std::string& location);
  ~ExternalFile();
  ExternalFile(const ExternalFile&) = delete;
  ExternalFile& operator=(const ExternalFile&) = delete;

  uint64_t size() const { return size_; }
  // Reads bytes [offset, offset + size). Throws DataLoss if the file is
  // shorter, Unavailable if the disk fails.
  void Read(uint64_t offset, void* data, size_t size) const;
  // Maps them instead. Throws DataLoss as Read, and what FileMapping throws.
  std::shared_ptr<const platform::FileMapping> Map(uint64_t offset,
                                                   size_t size) const;

 private:
  void CheckPart(uint64_t offset, size_t size) const;

  std::string name_;
  int descriptor_ = -1;
  uint64_t size_ = 0;
};

}  // namespace paddle::onnx
