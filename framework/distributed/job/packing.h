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
// where the bytes end too early; nothing is allocated beyond their size. The
// bytes must outlive it; not thread safe.
class Unpacker {
 public:
  Unpacker(const std::string& bytes, std::string what);

  int64_t Number();
  std::string Text();
  std::vector<std::string> Texts();
  // Returns a number of things that follow, each of 8 bytes or more; DataLoss
  // if they cannot all be there.
  int64_t Count();
  // Returns a number as a truth value; DataLoss unless it is 0 or 1.
  bool Flag();
  // Throws DataLoss unless all has been read.
  void End() const;

 private:
  const char* Next(int64_t size);

  const std::string& bytes_;
  const std::string what_;
  int64_t at_ = 0;
};

}  // namespace paddle::distributed
