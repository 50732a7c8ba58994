// Checks errors and their messages in tests.
#pragma once

#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"

// Expects that the statement throws platform::Error with this code, and that
// its what() contains the text.
//
//   EXPECT_ERROR(dims.at(3), OutOfRange, "axis 3 of a tensor of rank 2");
#define EXPECT_ERROR(statement, error_code, message)           \
  do {                                                         \
    try {                                                      \
      statement;                                               \
      ADD_FAILURE() << #statement " threw nothing";            \
    } catch (const ::paddle::platform::Error& paddle_error_) { \
      EXPECT_EQ(paddle_error_.code(),                          \
                ::paddle::platform::ErrorCode::k##error_code)  \
          << paddle_error_.what();                             \
      EXPECT_THAT(std::string(paddle_error_.what()),           \
                  ::testing::HasSubstr(message));              \
    }                                                          \
  } while (false)

namespace paddle::platform {

// Returns the what() of the platform::Error that function() throws, for
// messages of which several parts are checked.
template <typename Function>
std::string MessageOf(Function function) {
  try {
    function();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace paddle::platform
