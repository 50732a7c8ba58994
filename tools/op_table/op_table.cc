#include "paddle/tools/op_table/op_table.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/attr_check.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::op_table {
namespace {

using framework::AttrType;
using framework::DataType;
using framework::KernelKey;
using framework::KernelTable;
using framework::NameList;
using framework::OpInfoMap;
using framework::OpProto;
using framework::SlotProto;
using framework::proto::OpDesc;
using platform::PlaceKind;

bool OwnsBlocks(const OpProto& proto) {
  return std::any_of(
      proto.attrs.begin(), proto.attrs.end(), [](const auto& attr) {
        return attr.type == AttrType::kBlock || attr.type == AttrType::kBlocks;
      });
}

bool IsGradient(const OpProto& proto) {
  const auto is_grad = [](const SlotProto& slot) {
    return slot.name.find('@') != std::string::npos;
  };
  return !proto.gradient_of.empty() ||
         std::any_of(proto.inputs.begin(), proto.inputs.end(), is_grad) ||
         std::any_of(proto.outputs.begin(), proto.outputs.end(), is_grad);
}

// Tells whether a program may leave the attribute out.
bool HasDefault(const framework::AttrProto& attr) {
  return framework::TypeOf(attr.default_value) != AttrType::kNone;
}

// Makes an operator in which every slot holds a variable of the slot's name and
// every attribute has some value. That is enough for a gradient maker to say
// what it makes.
OpDesc Example(const OpProto& proto) {
  framework::SlotMap inputs, outputs;
  framework::AttributeMap attrs;
  for (const SlotProto& slot : proto.inputs) {
    inputs.emplace_back(slot.name, NameList{slot.name});
  }
  for (const SlotProto& slot : proto.outputs) {
    outputs.emplace_back(slot.name, NameList{slot.name});
  }
  for (const auto& attr : proto.attrs) {
    attrs.emplace_back(attr.name, HasDefault(attr)
                                      ? attr.default_value
                                      : framework::EmptyAttribute(attr.type));
  }
  return framework::MakeOp(proto.type, inputs, outputs, attrs);
}

// A context in which every output has a gradient and every input wants one, so
// that a gradient maker leaves nothing out.
class AllGradients final : public framework::GradContext {
 public:
  explicit AllGradients(const OpDesc& forward) : forward_(forward) {}
  NameList OutputGrads(absl::string_view slot) override {
    return GradNames(framework::Outputs(forward_, slot));
  }
  NameList OutputGradsOrZeros(absl::string_view slot) override {
    return OutputGrads(slot);
  }
  NameList InputGrads(absl::string_view slot) override {
    return GradNames(framework::Inputs(forward_, slot));
  }
  framework::GradBlock DifferentiateBlock(int block) override {
    PADDLE_THROW(Internal, "block ", block, " of an example of ",
                 forward_.type());
  }

 private:
  static NameList GradNames(NameList names) {
    for (auto& name : names) name = framework::GradName(name);
    return names;
  }
  const OpDesc& forward_;
};

std::vector<std::string> GradientOps(const framework::OpInfo& info) {
  const bool is_gradient = !info.proto.gradient_of.empty();
  if (!info.grad_maker || OwnsBlocks(info.proto) || is_gradient) return {};
  const OpDesc example = Example(info.proto);
  AllGradients context(example);
  std::vector<std::string> types;
  for (const OpDesc& op : info.grad_maker(example, &context)) {
    const std::string type = op.type();
    if (std::find(types.begin(), types.end(), type) == types.end()) {
      types.push_back(type);
    }
  }
  return types;
}

std::string Names(const std::vector<DataType>& types) {
  return absl::StrJoin(types, " ", [](std::string* out, DataType type) {
    out->append(framework::DataTypeName(type));
  });
}

std::string GradientCell(const OpRow& row) {
  if (!row.has_gradient) return "";
  return row.gradient_ops.empty() ? "of its blocks"
                                  : absl::StrJoin(row.gradient_ops, " ");
}

std::vector<std::string> Cells(const OpRow& row) {
  const auto types = [&](PlaceKind place) {
    return row.any_type ? "any" : Names(DataTypesOf(row, place));
  };
  return {row.type,
          absl::StrCat(row.version),
          types(PlaceKind::kCPU),
          types(PlaceKind::kCUDA),
          GradientCell(row),
          row.second_order ? "yes" : ""};
}

std::string KernelJson(const KernelKey& key) {
  return absl::StrCat(
      "{\"place\": \"", key.place == PlaceKind::kCPU ? "CPU" : "CUDA",
      "\", \"dtype\": \"", framework::DataTypeName(key.dtype), "\"}");
}

// Escapes nothing, because names are identifiers.
std::string RowJson(const OpRow& row) {
  const auto truth = [](bool value) { return value ? "true" : "false"; };
  const std::string kernels = absl::StrJoin(
      row.kernels, ", ",
      [](std::string* out, const auto& key) { out->append(KernelJson(key)); });
  const std::string gradient_ops = absl::StrJoin(
      row.gradient_ops, ", ", [](std::string* out, const std::string& type) {
        absl::StrAppend(out, "\"", type, "\"");
      });
  return absl::StrCat(
      "{\"type\": \"", row.type, "\", \"version\": ", row.version,
      ", \"is_gradient\": ", truth(row.is_gradient),
      ", \"any_type\": ", truth(row.any_type),
      ", \"has_gradient\": ", truth(row.has_gradient),
      ", \"second_order\": ", truth(row.second_order), ", \"gradient_ops\": [",
      gradient_ops, "], \"kernels\": [", kernels, "]}");
}

}  // namespace

OpRow MakeOpRow(absl::string_view type) {
  const OpInfoMap& infos = OpInfoMap::Instance();
  const framework::OpInfo& info = infos.Get(type);
  const KernelTable& kernels = KernelTable::Instance();
  OpRow row;
  row.type = std::string(type);
  row.version = info.proto.version;
  row.is_gradient = IsGradient(info.proto);
  row.kernels = kernels.Keys(row.type);
  row.any_type = row.kernels.empty() && kernels.Has(row.type);
  row.has_gradient = static_cast<bool>(info.grad_maker);
  row.gradient_ops = GradientOps(info);
  const auto has_maker = [&](const std::string& op) {
    const framework::OpInfo* made = infos.FindInfo(op);
    return made != nullptr && made->grad_maker;
  };
  row.second_order =
      row.gradient_ops.empty()
          ? OwnsBlocks(info.proto) && has_maker(row.type + "_grad")
          : std::all_of(row.gradient_ops.begin(), row.gradient_ops.end(),
                        has_maker);
  return row;
}

std::vector<OpRow> MakeOpTable() {
  std::vector<OpRow> rows;
  for (const std::string& type : OpInfoMap::Instance().Types()) {
    rows.push_back(MakeOpRow(type));
  }
  return rows;
}

std::vector<DataType> DataTypesOf(const OpRow& row, PlaceKind place) {
  std::vector<DataType> types;
  for (const KernelKey& key : row.kernels) {
    if (key.place == place) types.push_back(key.dtype);
  }
  std::sort(types.begin(), types.end());
  return types;
}

std::vector<DataType> CpuDataTypes(const OpRow& row) {
  return DataTypesOf(row, PlaceKind::kCPU);
}

std::vector<std::string> MissingOnGpus(const std::vector<OpRow>& rows) {
  std::vector<std::string> lines;
  for (const OpRow& row : rows) {
    const std::vector<DataType> wanted = DataTypesOf(row, PlaceKind::kCPU);
    const std::vector<DataType> found = DataTypesOf(row, PlaceKind::kCUDA);
    std::vector<DataType> missing;
    std::set_difference(wanted.begin(), wanted.end(), found.begin(),
                        found.end(), std::back_inserter(missing));
    if (missing.empty()) continue;
    lines.push_back(absl::StrCat(row.type, ":"));
    for (const DataType type : missing) {
      absl::StrAppend(&lines.back(), " ", framework::DataTypeName(type));
    }
  }
  return lines;
}

std::string ToMarkdown(const std::vector<OpRow>& rows) {
  std::string text =
      "| operator | version | CPU | CUDA | gradient | second order |\n"
      "|---|---|---|---|---|---|\n";
  for (const OpRow& row : rows) {
    if (row.is_gradient) continue;
    absl::StrAppend(&text, "| ", absl::StrJoin(Cells(row), " | "), " |\n");
  }
  return text;
}

std::string ToJson(const std::vector<OpRow>& rows) {
  return absl::StrCat("[\n",
                      absl::StrJoin(rows, ",\n",
                                    [](std::string* out, const OpRow& row) {
                                      out->append(RowJson(row));
                                    }),
                      "\n]\n");
}

}  // namespace paddle::op_table
