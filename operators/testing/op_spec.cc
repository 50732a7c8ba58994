#include "paddle/operators/testing/op_spec.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::testing {

using framework::Attribute;
using framework::AttrProto;
using framework::AttrType;
using framework::DataType;
using framework::OpProto;

namespace {

const OpProto& ProtoOf(const std::string& type) {
  return framework::OpInfoMap::Instance().Get(type).proto;
}

template <typename T>
bool Contains(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

// Replaces or adds.
void SetAttr(const std::string& name, const Attribute& value,
             framework::AttributeMap* attrs) {
  for (auto& attr : *attrs) {
    if (attr.first == name) {
      attr.second = value;
      return;
    }
  }
  attrs->emplace_back(name, value);
}

bool Has(const framework::AttributeMap& attrs, absl::string_view name) {
  return std::any_of(attrs.begin(), attrs.end(),
                     [&](const auto& attr) { return attr.first == name; });
}

// The number nearest to an excluded bound that is worth a test.
constexpr double kInside = 1e-3;

std::vector<Attribute> ExtremesOf(const AttrProto& attr) {
  std::vector<Attribute> values;
  const auto add = [&](double bound, bool exclusive, double inwards) {
    if (attr.type == AttrType::kInt) {
      values.push_back(static_cast<int64_t>(bound + (exclusive ? inwards : 0)));
    } else if (attr.type == AttrType::kFloat) {
      values.push_back(bound + (exclusive ? inwards * kInside : 0));
    }
  };
  if (attr.type == AttrType::kBool) values = {false, true};
  for (const std::string& choice : attr.choices) values.push_back(choice);
  if (attr.min.has_value()) add(*attr.min, attr.min_exclusive, 1);
  if (attr.max.has_value()) add(*attr.max, attr.max_exclusive, -1);
  return values;
}

}  // namespace

OpValues::OpValues(const Instance& instance,
                   const framework::proto::OpDesc& desc, const Results& made)
    : desc_(desc), made_(made) {
  for (const auto& [slot, values] : instance.inputs) {
    for (const Value& value : values) inputs_[slot].push_back(value.Dense());
  }
}

int OpValues::Count(absl::string_view slot) const {
  auto it = inputs_.find(std::string(slot));
  return it == inputs_.end() ? 0 : static_cast<int>(it->second.size());
}

const Array& OpValues::In(absl::string_view slot, int i) const {
  PADDLE_ENFORCE(i >= 0 && i < Count(slot), NotFound, "the case gives no ",
                 slot, "[", i, "]");
  return inputs_.at(std::string(slot))[i];
}

Array& OpValues::Out(absl::string_view slot, int i) {
  const framework::NameList names = framework::Outputs(desc_, slot);
  PADDLE_ENFORCE(i >= 0 && i < static_cast<int>(names.size()), NotFound,
                 "the operator was run without output ", slot, "[", i, "]");
  auto [it, is_new] = expected_.try_emplace(names[i]);
  if (is_new) {
    it->second = Array(made_.at(names[i]).dims);
    it->second.lod = made_.at(names[i]).lod;
  }
  return it->second;
}

std::vector<DataType> OpSpec::DataTypes() const {
  if (!dtypes.empty()) return dtypes;
  std::vector<DataType> types;
  for (const auto& key : framework::KernelTable::Instance().Keys(type)) {
    // Those that are stored only are tested where a case names them.
    if (key.place == platform::PlaceKind::kCPU &&
        !framework::IsStoredOnly(key.dtype) && !Contains(types, key.dtype)) {
      types.push_back(key.dtype);
    }
  }
  if (types.empty()) types = {DataType::kFloat64, DataType::kFloat32};
  return types;
}

DataType OpSpec::WideType() const {
  const std::vector<DataType> types = DataTypes();
  return Contains(types, DataType::kFloat64) ? DataType::kFloat64
                                             : types.front();
}

double OpSpec::ToleranceOf(DataType dtype) const {
  switch (dtype) {
    case DataType::kFloat64:
      return std::min(tolerance, 1e-9);
    case DataType::kFloat32:
      return tolerance;
    case DataType::kFloat16:
      return std::max(tolerance, 1e-2);
    case DataType::kBFloat16:
      return std::max(tolerance, 5e-2);
    default:
      return 0;
  }
}

std::vector<Variant> OpSpec::Variants() const {
  std::vector<Variant> variants(1);
  for (const std::string& attr : swept_attrs) AddAttrVariants(attr, &variants);
  if (scaled_rows.empty()) return variants;
  for (int64_t rows : {0, 1, 7}) {
    variants.push_back({absl::StrCat(" rows=", rows), {}, rows});
  }
  return variants;
}

void OpSpec::AddAttrVariants(const std::string& attr,
                             std::vector<Variant>* variants) const {
  const AttrProto* schema = ProtoOf(type).FindAttr(attr);
  PADDLE_ENFORCE(schema != nullptr, NotFound, "operator ", type,
                 " has no attribute ", attr);
  const std::vector<Attribute> values = ExtremesOf(*schema);
  PADDLE_ENFORCE(!values.empty(), InvalidArgument, "attribute ", attr, " of ",
                 type, " has neither bounds nor choices");
  for (const Attribute& value : values) {
    variants->push_back(
        {absl::StrCat(" ", attr, "=", framework::ToString(value)),
         {{attr, value}},
         std::nullopt});
  }
}

Instance OpSpec::Make(DataType dtype, const Variant& variant) const {
  Instance instance;
  instance.type = type;
  instance.attrs = attrs;
  for (const auto& [name, value] : variant.attrs) {
    SetAttr(name, value, &instance.attrs);
  }
  for (const auto& [slot, recipes] : inputs) {
    const bool scaled = Contains(scaled_rows, slot);
    instance.inputs.emplace_back(slot, std::vector<Value>());
    for (size_t i = 0; i < recipes.size(); ++i) {
      instance.inputs.back().second.push_back(recipes[i].Make(
          absl::StrCat(slot, i), dtype, scaled ? variant.rows : std::nullopt));
    }
  }
  instance.outputs = OutputCounts();
  SetDataTypeAttr(dtype, &instance);
  return instance;
}

std::vector<std::pair<std::string, int>> OpSpec::OutputCounts() const {
  const OpProto& op_proto = ProtoOf(type);
  std::vector<std::pair<std::string, int>> counts;
  for (const framework::SlotProto& slot : op_proto.outputs) {
    const auto given =
        std::find_if(outputs.begin(), outputs.end(),
                     [&](const auto& o) { return o.first == slot.name; });
    const std::string updated = op_proto.UpdatedInput(slot.name);
    const bool without_input =
        !updated.empty() &&
        std::none_of(inputs.begin(), inputs.end(),
                     [&](const auto& input) { return input.first == updated; });
    const int count = given != outputs.end() ? given->second
                      : without_input        ? 0
                                             : 1;
    if (count > 0) counts.emplace_back(slot.name, count);
  }
  return counts;
}

// An operator without inputs takes its data type from the attribute "dtype".
void OpSpec::SetDataTypeAttr(DataType dtype, Instance* instance) const {
  const AttrProto* attr = ProtoOf(type).FindAttr("dtype");
  if (attr == nullptr || !attr->is_data_type || Has(attrs, "dtype")) return;
  SetAttr("dtype", std::string(framework::DataTypeName(dtype)),
          &instance->attrs);
}

Instance OpSpec::Retyped(Instance instance, DataType dtype) const {
  for (auto& input : instance.inputs) {
    for (Value& value : input.second) {
      if (!value.fixed_type) value.dtype = dtype;
    }
  }
  SetDataTypeAttr(dtype, &instance);
  return instance;
}

}  // namespace paddle::operators::testing
