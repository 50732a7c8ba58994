// Lets an operator type describe itself: its slots, attributes and
// documentation.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/var_kinds.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::framework {

namespace internal {

class SlotBuilder {
 public:
  explicit SlotBuilder(SlotProto* slot) : slot_(slot) {}
  SlotBuilder& AsList() { return Set(&SlotProto::list); }
  SlotBuilder& AsOptional() { return Set(&SlotProto::optional); }
  SlotBuilder& AsIntermediate() { return Set(&SlotProto::intermediate); }
  SlotBuilder& NoGradient() { return Set(&SlotProto::no_gradient); }
  SlotBuilder& ShapeOnly() { return Set(&SlotProto::shape_only); }
  // Lets the slot take kinds of variables other than dense tensors.
  SlotBuilder& Kinds(VarKinds kinds) {
    slot_->kinds = kinds;
    return *this;
  }

 private:
  SlotBuilder& Set(bool SlotProto::*flag) {
    slot_->*flag = true;
    return *this;
  }
  SlotProto* slot_;
};

template <typename T>
class AttrBuilder {
 public:
  explicit AttrBuilder(AttrProto* attr) : attr_(attr) {}
  // Makes the attribute optional; without a default it is required.
  AttrBuilder& SetDefault(T value) {
    attr_->default_value = std::move(value);
    return *this;
  }
  // Bounds for a number, or for each number in a list.
  AttrBuilder& AtLeast(double min) {
    attr_->min = min;
    return *this;
  }
  AttrBuilder& AtMost(double max) {
    attr_->max = max;
    return *this;
  }
  AttrBuilder& GreaterThan(double min) {
    attr_->min_exclusive = true;
    return AtLeast(min);
  }
  AttrBuilder& LessThan(double max) {
    attr_->max_exclusive = true;
    return AtMost(max);
  }
  // The legal values of a string.
  AttrBuilder& OneOf(std::vector<std::string> choices) {
    attr_->choices = std::move(choices);
    return *this;
  }

  // Set the number of elements of a list; every list must call one of these.
  AttrBuilder& Length(int64_t count) { return LengthBetween(count, count); }
  AttrBuilder& LengthBetween(int64_t min, int64_t max) {
    length().min = min;
    length().max = max;
    return *this;
  }
  AttrBuilder& LengthAtLeast(int64_t min) {
    return LengthBetween(min, std::numeric_limits<int64_t>::max());
  }
  AttrBuilder& AnyLength() { return LengthAtLeast(0); }
  // One element for each axis of some tensor, or for some of its axes; the
  // shape function checks the exact number.
  AttrBuilder& LengthOfAxes() { return LengthBetween(0, Dims::kMaxRank); }
  // As many elements as another list has, or as an integer attribute says.
  AttrBuilder& LengthOf(std::string attribute) {
    length().as = std::move(attribute);
    return *this;
  }
  // Makes the empty list legal as well.
  AttrBuilder& OrNone() {
    length().or_none = true;
    return *this;
  }

 private:
  ListLength& length() {
    if (!attr_->length) attr_->length.emplace();
    return *attr_->length;
  }

  AttrProto* attr_;
};

}  // namespace internal

// Receives the description of an operator, which is its documentation: every
// slot and attribute says what it is, with its shape. Most operators are
// described by a plain function (MakerFunction); derive and override Make where
// several share a description that has parameters.
class OpMaker {
 public:
  virtual ~OpMaker() = default;
  virtual void Make() = 0;
  // Runs Make and returns the result. An internal error if a slot or attribute
  // is declared twice or without comment, or a list without length.
  OpProto Build(const std::string& type);

  internal::SlotBuilder AddInput(std::string name, std::string comment);
  internal::SlotBuilder AddOutput(std::string name, std::string comment);
  // T is bool, int64_t, double, std::string, a vector of these, BlockIndex, or
  // vector<BlockIndex>.
  template <typename T>
  internal::AttrBuilder<T> AddAttr(std::string name, std::string comment) {
    return internal::AttrBuilder<T>(
        NewAttr(std::move(name), std::move(comment), TypeOf(Attribute(T()))));
  }
  // Adds an attribute that names a data type; "float32" by default.
  internal::AttrBuilder<std::string> AddDataTypeAttr(std::string name,
                                                     std::string comment);
  // Describes what the operator computes, with the formula and its source.
  void AddComment(std::string comment) { proto_.comment = std::move(comment); }

  // See the members of OpProto.
  void Updates(std::string output, std::string input);
  void MayReuse(std::string output, std::string input);
  void KernelTypeFrom(std::string input);
  void IsRandom() { proto_.random = true; }
  void HasLastingEffect() { proto_.lasting_effect = true; }
  void HasValueDependentShape() { proto_.value_dependent = true; }
  void SetVersion(int version) { proto_.version = version; }

 private:
  AttrProto* NewAttr(std::string name, std::string comment, AttrType type);

  OpProto proto_;
};

// A maker whose description is a plain function.
class MakerFunction final : public OpMaker {
 public:
  explicit MakerFunction(void (*describe)(OpMaker* op)) : describe_(describe) {}
  void Make() override { describe_(this); }

 private:
  void (*const describe_)(OpMaker* op);
};

}  // namespace paddle::framework
