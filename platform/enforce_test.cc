#include "paddle/platform/enforce.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::platform {
namespace {

TEST(Enforce, NamesCodeAndWords) {
  EXPECT_ERROR(PADDLE_THROW(NotFound, "no operator is called ", "mull"),
               NotFound, "NotFound: no operator is called mull");
  const int index = 7;
  EXPECT_ERROR(PADDLE_ENFORCE(index < 3, OutOfRange, "index ", index),
               OutOfRange, "OutOfRange: index 7");
}

TEST(Enforce, ComparisonShowsBothValues) {
  const int rank = 3;
  EXPECT_ERROR(PADDLE_ENFORCE_EQ(rank, 2, "mul takes a matrix"),
               InvalidArgument, "mul takes a matrix (got 3, expected 2)");
}

TEST(Enforce, EveryComparison) {
  PADDLE_ENFORCE_EQ(1, 1, "");
  PADDLE_ENFORCE_NE(1, 2, "");
  PADDLE_ENFORCE_LT(1, 2, "");
  PADDLE_ENFORCE_LE(1, 1, "");
  PADDLE_ENFORCE_GT(2, 1, "");
  PADDLE_ENFORCE_GE(1, 1, "");
  EXPECT_ERROR(PADDLE_ENFORCE_NE(1, 1, ""), InvalidArgument,
               "(got 1, expected other than 1)");
  EXPECT_ERROR(PADDLE_ENFORCE_LT(1, 1, ""), InvalidArgument,
               "(got 1, expected less than 1)");
  EXPECT_ERROR(PADDLE_ENFORCE_LE(2, 1, ""), InvalidArgument,
               "(got 2, expected at most 1)");
  EXPECT_ERROR(PADDLE_ENFORCE_GT(1, 1, ""), InvalidArgument,
               "(got 1, expected more than 1)");
  EXPECT_ERROR(PADDLE_ENFORCE_GE(0, 1, ""), InvalidArgument,
               "(got 0, expected at least 1)");
}

TEST(Enforce, WordsAreBuiltOnFailureOnly) {
  int built = 0;
  const auto words = [&built] {
    ++built;
    return std::string("words");
  };
  PADDLE_ENFORCE(built == 0, Internal, words());
  PADDLE_ENFORCE_EQ(built, 0, words());
  EXPECT_EQ(built, 0);
}

TEST(Enforce, TakesEveryKindOfBool) {
  const bool constant = true;
  bool variable = true;
  const bool& reference = variable;
  PADDLE_ENFORCE(constant, Internal, "");
  PADDLE_ENFORCE(variable, Internal, "");
  PADDLE_ENFORCE(reference, Internal, "");
}

TEST(Enforce, ArgumentsAreEvaluatedOnce) {
  int calls = 0;
  PADDLE_ENFORCE_EQ(++calls, 1, "");
  EXPECT_EQ(calls, 1);
}

TEST(Error, ContextFollowsTheMessage) {
  Error error(ErrorCode::kInvalidArgument, "bad shape", "a.cc", 3);
  error.AddContext("in operator mul");
  error.AddContext("at model.py:12");
  EXPECT_STREQ(error.what(),
               "InvalidArgument: bad shape\n  in operator mul\n  "
               "at model.py:12");
  EXPECT_EQ(error.message(), "bad shape");
}

TEST(Error, InternalErrorsNameTheirPlace) {
  EXPECT_ERROR(PADDLE_THROW(Internal, "broken"), Internal, "enforce_test.cc:");
}

TEST(Error, EveryCodeHasAName) {
  EXPECT_STREQ(ErrorCodeName(ErrorCode::kTypeMismatch), "TypeMismatch");
  EXPECT_STREQ(ErrorCodeName(ErrorCode::kAlreadyExists), "AlreadyExists");
  EXPECT_STREQ(ErrorCodeName(ErrorCode::kFailedPrecondition),
               "FailedPrecondition");
  EXPECT_STREQ(ErrorCodeName(ErrorCode::kUnimplemented), "Unimplemented");
  EXPECT_STREQ(ErrorCodeName(ErrorCode::kDataLoss), "DataLoss");
  EXPECT_STREQ(ErrorCodeName(ErrorCode::kUnavailable), "Unavailable");
  EXPECT_STREQ(ErrorCodeName(ErrorCode::kResourceExhausted),
               "ResourceExhausted");
}

}  // namespace
}  // namespace paddle::platform
