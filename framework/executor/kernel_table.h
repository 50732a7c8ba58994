// The registry of kernels, by operator type.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

class OperatorBase;
class OpArguments;

// Identifies a kernel of an operator. The library that computes (oneDNN, cuDNN,
// our own loops) is no part of it: the choice depends on sizes, which only a
// run knows, so the functions that kernels call make it.
struct KernelKey {
  platform::PlaceKind place = platform::PlaceKind::kCPU;
  DataType dtype = DataType::kFloat32;

  std::string ToString() const;  // "CPU float32"
  friend bool operator==(const KernelKey& a, const KernelKey& b) {
    return a.place == b.place && a.dtype == b.dtype;
  }
};

using KernelCreator =
    std::function<std::unique_ptr<OperatorBase>(const OpArguments&)>;

// Filled during static initialization and by plug-ins. Thread safe.
class KernelTable {
 public:
  static KernelTable& Instance();

  // Throws AlreadyExists for a key registered twice.
  void Insert(const char* type, const KernelKey& key, KernelCreator creator);
  // For operators that have no data type.
  void InsertOperator(const char* type, KernelCreator creator);

  // Returns the kernel for a place and data type. Throws Unimplemented if there
  // is none, listing those that exist and naming the target to depend on. Never
  // falls back to another place.
  const KernelCreator& Find(const std::string& type, platform::PlaceKind place,
                            DataType dtype) const;
  bool Has(const std::string& type) const;
  // Returns the keys registered for a type.
  std::vector<KernelKey> Keys(const std::string& type) const;

 private:
  struct Entry {
    KernelKey key;
    KernelCreator creator;
  };
  std::map<std::string, std::vector<Entry>> kernels_;
  std::map<std::string, KernelCreator> operators_;
};

}  // namespace paddle::framework
