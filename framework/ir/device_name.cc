#include "paddle/framework/ir/device_name.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// More stages than any job has processes.
constexpr int kMostStages = 1 << 16;

// Reads a number without sign and spaces; false for anything else.
bool ReadNumber(absl::string_view text, int* number) {
  for (const char c : text) {
    if (!absl::ascii_isdigit(c)) return false;
  }
  return absl::SimpleAtoi(text, number) && *number < kMostStages;
}

bool IsPlace(absl::string_view text) {
  int number;
  return text == "cpu" ||
         (absl::ConsumePrefix(&text, "cuda:") && ReadNumber(text, &number));
}

}  // namespace

DeviceName ParseDeviceName(absl::string_view text) {
  const size_t slash = text.find('/');
  absl::string_view stage = text.substr(0, slash);
  DeviceName name;
  bool known =
      absl::ConsumePrefix(&stage, "stage:") && ReadNumber(stage, &name.stage);
  if (known && slash != absl::string_view::npos) {
    name.place = std::string(text.substr(slash + 1));
    known = IsPlace(name.place);
  }
  PADDLE_ENFORCE(known, InvalidArgument, "'", text,
                 "' is no device: stage:<number> is one, and with a place in "
                 "it stage:<number>/cuda:<number>");
  return name;
}

}  // namespace paddle::framework
