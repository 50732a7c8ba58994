// A table of what operator types say of themselves.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/name_list.h"

namespace paddle::framework {

// Holds a value for each type that has one. Thread safe: libraries of operators
// are loaded at any time.
template <class Value>
class TypeTable {
 public:
  // Returns false, and changes nothing, if the type has a value.
  bool Insert(std::string type, Value value) {
    std::unique_lock lock(mutex_);
    return of_.emplace(std::move(type), std::move(value)).second;
  }

  // Returns null if the type has no value. Valid as long as the table.
  const Value* Find(absl::string_view type) const {
    std::shared_lock lock(mutex_);
    const auto found = of_.find(type);
    return found == of_.end() ? nullptr : &found->second;
  }

  // Returns the types that have a value, sorted.
  NameList Types() const {
    std::shared_lock lock(mutex_);
    NameList types;
    for (const auto& [type, value] : of_) types.push_back(type);
    return types;
  }

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, Value, std::less<>> of_;  // of stable addresses
};

}  // namespace paddle::framework
