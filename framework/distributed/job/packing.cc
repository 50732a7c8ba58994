#include "paddle/framework/distributed/job/packing.h"

#include <cstring>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

void Packer::Number(int64_t value) {
  bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void Packer::Text(const std::string& text) {
  Number(static_cast<int64_t>(text.size()));
  bytes_ += text;
}

void Packer::Texts(const std::vector<std::string>& texts) {
  Number(static_cast<int64_t>(texts.size()));
  for (const std::string& text : texts) Text(text);
}

std::string Packer::Take() {
  std::string taken = std::move(bytes_);
  bytes_.clear();
  return taken;
}

Unpacker::Unpacker(const std::string& bytes, std::string what)
    : bytes_(bytes), what_(std::move(what)) {}

int64_t Unpacker::Number() {
  int64_t value = 0;
  std::memcpy(&value, Next(sizeof(value)), sizeof(value));
  return value;
}

std::string Unpacker::Text() {
  const int64_t size = Number();
  return std::string(Next(size), size);
}

std::vector<std::string> Unpacker::Texts() {
  std::vector<std::string> texts;
  for (int64_t left = Number(); left > 0; --left) texts.push_back(Text());
  return texts;
}

const char* Unpacker::Next(int64_t size) {
  const auto left = static_cast<int64_t>(bytes_.size()) - at_;
  PADDLE_ENFORCE(size >= 0 && size <= left, DataLoss, what_, " ends too early");
  at_ += size;
  return bytes_.data() + at_ - size;
}

}  // namespace paddle::distributed
