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
  const int64_t count = Count();
  std::vector<std::string> texts;
  for (int64_t i = 0; i < count; ++i) texts.push_back(Text());
  return texts;
}

int64_t Unpacker::Count() {
  const int64_t count = Number();
  const auto most =
      (static_cast<int64_t>(bytes_.size()) - at_) / int64_t{sizeof(int64_t)};
  PADDLE_ENFORCE(0 <= count && count <= most, DataLoss, what_,
                 " ends too early", ": it has ", most, " of ", count,
                 " things");
  return count;
}

bool Unpacker::Flag() {
  const int64_t flag = Number();
  PADDLE_ENFORCE(flag == 0 || flag == 1, DataLoss, what_, " has ", flag,
                 " where 0 or 1 must be");
  return flag == 1;
}

void Unpacker::End() const {
  PADDLE_ENFORCE(at_ == static_cast<int64_t>(bytes_.size()), DataLoss, what_,
                 " has ", static_cast<int64_t>(bytes_.size()) - at_,
                 " bytes behind its end");
}

const char* Unpacker::Next(int64_t size) {
  const auto left = static_cast<int64_t>(bytes_.size()) - at_;
  PADDLE_ENFORCE(size >= 0 && size <= left, DataLoss, what_, " ends too early");
  at_ += size;
  return bytes_.data() + at_ - size;
}

}  // namespace paddle::distributed
