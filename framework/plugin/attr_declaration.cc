// Implements the functions of the C interface that declare attributes.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/plugin/declare.h"
#include "paddle/framework/plugin/op_declaration.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

AttrProto& AddAttr(const char* name, const char* comment, Attribute value,
                   PaddleOp* op) {
  AttrProto attr;
  attr.name = WordOf(name, "the name of an attribute");
  attr.comment = CommentOf(comment, attr.name);
  attr.type = TypeOf(value);
  attr.default_value = std::move(value);
  // The C interface cannot say lengths; any length is legal, and kernels check.
  if (IsList(attr.type)) attr.length = ListLength();
  return op->proto.attrs.emplace_back(std::move(attr));
}

AttrProto& FindAttr(const char* name, PaddleOp* op) {
  const std::string wanted = TextOf(name, "the name of an attribute");
  // Texts from C are checked before they are compared.
  for (AttrProto& attr : op->proto.attrs) {
    if (attr.name == wanted) return attr;
  }
  PADDLE_THROW(NotFound, "there is no attribute ", wanted,
               " declared before this call");
}

bool IsNumeric(AttrType type) {
  return type == AttrType::kInt || type == AttrType::kFloat ||
         type == AttrType::kInts || type == AttrType::kFloats;
}

template <typename T>
void CheckList(const T* values, size_t count, absl::string_view what) {
  PADDLE_ENFORCE(values != nullptr || count == 0, InvalidArgument, what,
                 " are NULL, but there are ", count);
}

// Converts the elements of an array to a list attribute.
template <typename To, typename From>
Attribute ListOf(const From* values, size_t count) {
  CheckList(values, count, "the default values");
  return std::vector<To>(values, values + count);
}

std::vector<std::string> TextsOf(const char* const* texts, size_t count,
                                 absl::string_view what) {
  CheckList(texts, count, what);
  std::vector<std::string> all;
  for (size_t i = 0; i < count; ++i) {
    all.push_back(TextOf(texts[i], absl::StrCat("number ", i, " of ", what)));
  }
  return all;
}

void SetAttributes(PaddleApi* api) {
  api->add_bool = [](PaddleOp* op, const char* name, const char* comment,
                     int value) {
    Declare(op, [&](PaddleOp& op) { AddAttr(name, comment, value != 0, &op); });
  };
  api->add_int = [](PaddleOp* op, const char* name, const char* comment,
                    int64_t value) {
    Declare(op, [&](PaddleOp& op) { AddAttr(name, comment, value, &op); });
  };
  api->add_float = [](PaddleOp* op, const char* name, const char* comment,
                      double value) {
    Declare(op, [&](PaddleOp& op) { AddAttr(name, comment, value, &op); });
  };
  api->add_string = [](PaddleOp* op, const char* name, const char* comment,
                       const char* value) {
    Declare(op, [&](PaddleOp& op) {
      AddAttr(name, comment, TextOf(value, "the default value"), &op);
    });
  };
  api->add_data_type = [](PaddleOp* op, const char* name, const char* comment,
                          PaddleDataType value) {
    Declare(op, [&](PaddleOp& op) {
      const std::string type = DataTypeName(DataTypeFromNumber(value));
      AddAttr(name, comment, type, &op).is_data_type = true;
    });
  };
}

void SetLists(PaddleApi* api) {
  api->add_bools = [](PaddleOp* op, const char* name, const char* comment,
                      const uint8_t* values, size_t count) {
    Declare(op, [&](PaddleOp& op) {
      AddAttr(name, comment, ListOf<bool>(values, count), &op);
    });
  };
  api->add_ints = [](PaddleOp* op, const char* name, const char* comment,
                     const int64_t* values, size_t count) {
    Declare(op, [&](PaddleOp& op) {
      AddAttr(name, comment, ListOf<int64_t>(values, count), &op);
    });
  };
  api->add_floats = [](PaddleOp* op, const char* name, const char* comment,
                       const double* values, size_t count) {
    Declare(op, [&](PaddleOp& op) {
      AddAttr(name, comment, ListOf<double>(values, count), &op);
    });
  };
  api->add_strings = [](PaddleOp* op, const char* name, const char* comment,
                        const char* const* values, size_t count) {
    Declare(op, [&](PaddleOp& op) {
      AddAttr(name, comment, TextsOf(values, count, "the default values"), &op);
    });
  };
}

void SetRules(PaddleApi* api) {
  api->set_required = [](PaddleOp* op, const char* attribute) {
    Declare(op, [&](PaddleOp& op) {
      AttrProto& attr = FindAttr(attribute, &op);
      PADDLE_ENFORCE(!attr.is_data_type, InvalidArgument, "attribute ",
                     attr.name, " is a data type, which always has a default");
      // Without a default the attribute is required.
      attr.default_value = Attribute();
    });
  };
  api->set_range = [](PaddleOp* op, const char* attribute, double min,
                      double max) {
    Declare(op, [&](PaddleOp& op) {
      AttrProto& attr = FindAttr(attribute, &op);
      PADDLE_ENFORCE(IsNumeric(attr.type), TypeMismatch, "attribute ",
                     attr.name, " is a ", AttrTypeName(attr.type),
                     ", which has no range");
      PADDLE_ENFORCE(min <= max, InvalidArgument, "the range of attribute ",
                     attr.name, " is [", min, ", ", max, "]");
      attr.min = min;
      attr.max = max;
    });
  };
  api->set_choices = [](PaddleOp* op, const char* attribute,
                        const char* const* choices, size_t count) {
    Declare(op, [&](PaddleOp& op) {
      AttrProto& attr = FindAttr(attribute, &op);
      PADDLE_ENFORCE(
          attr.type == AttrType::kString && !attr.is_data_type, TypeMismatch,
          "attribute ", attr.name, " is ",
          attr.is_data_type ? "a data type" : AttrTypeName(attr.type),
          "; only a string has choices");
      attr.choices = TextsOf(choices, count, "the choices");
    });
  };
}

}  // namespace

void SetAttributeFunctions(PaddleApi* api) {
  SetAttributes(api);
  SetLists(api);
  SetRules(api);
}

}  // namespace paddle::framework
