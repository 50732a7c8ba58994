#include "paddle/framework/c_api/given.h"

#include "absl/strings/str_cat.h"

#include "paddle/framework/plugin/first_error.h"

namespace paddle::c_api {

// No struct is as long; a larger number is a mistake, and there might not be
// memory.
constexpr size_t kMostBytes = 1 << 12;

void CheckSize(size_t size, size_t least, size_t known, const char* what) {
  PADDLE_ENFORCE(size >= least && size <= kMostBytes, InvalidArgument, what,
                 ".size is ", size, ", not sizeof of the struct, which has ",
                 known, " bytes");
}

void CheckAsked(const void* given, size_t size, size_t least, size_t known,
                const char* what) {
  CheckSize(size, least, known, what);
  const char* bytes = static_cast<const char*>(given);
  for (size_t i = known; i < size; ++i) {
    PADDLE_ENFORCE(bytes[i] == 0, Unimplemented, what,
                   " sets a member that this version of Paddle does not know");
  }
}

std::vector<std::string> TextsOf(const char* const* texts, size_t count,
                                 const char* what) {
  PADDLE_ENFORCE(texts != nullptr || count == 0, InvalidArgument, what,
                 " is NULL");
  PADDLE_ENFORCE(count <= kMostTexts, InvalidArgument, what, " cannot be ",
                 count);
  std::vector<std::string> result;
  for (size_t i = 0; i < count; ++i) {
    result.push_back(
        framework::TextOf(texts[i], absl::StrCat(what, "[", i, "]")));
  }
  return result;
}

}  // namespace paddle::c_api
