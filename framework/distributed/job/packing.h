// Packs numbers and texts into bytes for another trainer of the same build.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace paddle::distributed {

// Appends to bytes, in the order of the calls. Not thread safe.
class Packer {
 public:
  void Number(int64_t value);
  void Text(const std::string& text);
  void Texts(const std::vector<std::string>& texts);
  // Returns the bytes and begins anew.
  std::string Take();

 private:
  std::string bytes_;
};

// Reads what a Packer has packed, in the same order. DataLoss, naming `what`,
// where the bytes end too early. The bytes must outlive it; not thread safe.
class Unpacker {
 public:
  Unpacker(const std::string& bytes, std::string what);

  int64_t Number();
  std::string Text();
  std::vector<std::string> Texts();

 private:
  const char* Next(int64_t size);

  const std::string& bytes_;
  const std::string what_;
  int64_t at_ = 0;
};

}  // namespace paddle::distributed
