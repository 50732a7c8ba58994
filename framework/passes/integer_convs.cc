#include "paddle/framework/passes/integer_convs.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {

namespace {

bool HasOneElement(const proto::VarDesc& var) {
  return var.dims_size() == 1 && var.dims(0) == 1;
}

// True if two operators have the same scale, zero point and axis.
bool HaveSameSteps(const proto::OpDesc& a, const proto::OpDesc& b) {
  return Input(a, "Scale") == Input(b, "Scale") &&
         Input(a, "ZeroPoint") == Input(b, "ZeroPoint") &&
         GetAttr<int64_t>(a, "axis") == GetAttr<int64_t>(b, "axis");
}

const char* InputSlot(const proto::OpDesc& op) {
  return op.type() == "mul" ? "X" : "Input";
}
const char* FilterSlot(const proto::OpDesc& op) {
  return op.type() == "mul" ? "Y" : "Filter";
}
// The axis of a filter, or the columns of a matrix.
int ScaleAxis(const proto::OpDesc& op) { return op.type() == "mul" ? 1 : 0; }

}  // namespace

int IntegerConvFinder::Maker(const char* type, const std::string& name,
                             int reader) const {
  const int maker = facts_.uses().WriterBefore(name, reader);
  if (maker < 0) return -1;
  const proto::OpDesc& op = Op(maker);
  const bool fits = op.type() == type && op.role() == proto::FORWARD &&
                    facts_.IsPure(maker) && Input(op, "ZeroPoint").empty() &&
                    IsFixed(Input(op, "Scale"));
  return fits ? maker : -1;
}

absl::optional<Integers> IntegerConvFinder::IntegersOf(const std::string& name,
                                                       int reader) const {
  const int op = Maker("dequantize_linear", name, reader);
  if (op < 0) return absl::nullopt;
  const Integers found{Input(Op(op), "X"), Input(Op(op), "Scale"), op};
  const bool fits = HasOneElement(table_.GetVar(found.scale)) &&
                    table_.GetVar(found.name).lod_level() == 0;
  return fits ? absl::make_optional(found) : absl::nullopt;
}

absl::optional<Integers> IntegerConvFinder::FilterOf(int conv) const {
  const int to_real =
      Maker("dequantize_linear", Input(Op(conv), FilterSlot(Op(conv))), conv);
  if (to_real < 0) return absl::nullopt;
  const int to_integers =
      Maker("quantize_linear", Input(Op(to_real), "X"), to_real);
  if (to_integers < 0) return absl::nullopt;
  const proto::OpDesc& op = Op(to_integers);
  const std::string filter = Input(op, "X"), scale = Input(op, "Scale");
  const int axis = ScaleAxis(Op(conv));
  const auto& scale_dims = table_.GetVar(scale).dims();
  const bool fits = HaveSameSteps(op, Op(to_real)) && IsFixed(filter) &&
                    GetAttr<std::string>(op, "out_dtype") == "int8" &&
                    GetAttr<int64_t>(op, "axis") == axis &&
                    scale_dims.size() == 1 &&
                    scale_dims[0] == table_.GetVar(filter).dims(axis);
  if (!fits) return absl::nullopt;
  return Integers{filter, scale, to_real};
}

// A sum of few products is mostly loads, and groups of one channel are no
// product of matrices: there real numbers are as fast.
bool IntegerConvFinder::IsFaster(const proto::OpDesc& op) const {
  constexpr int64_t kFewProducts = 24, kFewFilters = 8, kFewWeights = 4096;
  const auto& dims = table_.GetVar(Input(op, FilterSlot(op))).dims();
  if (op.type() == "mul") return dims[0] * dims[1] >= kFewWeights;
  const int64_t products = dims[1] * dims[2] * dims[3];
  return GetAttr<int64_t>(op, "groups") == 1 && products >= kFewProducts &&
         dims[0] >= kFewFilters;
}

// The operator will stand where its result is rounded. It stays real if no
// other one needs the integers.
void IntegerConvFinder::AddQuantize(const absl::flat_hash_set<int>& consumed,
                                    IntegerConv* conv) const {
  const int reader = facts_.OnlyReader(conv->fusion.output);
  if (reader < 0) return;
  const proto::OpDesc& op = Op(reader);
  const bool fits = op.type() == "quantize_linear" && facts_.IsPure(reader) &&
                    op.role() == proto::FORWARD &&
                    Input(op, "ZeroPoint").empty() &&
                    IsFixed(Input(op, "Scale")) &&
                    HasOneElement(table_.GetVar(Input(op, "Scale")));
  const auto& readers = facts_.uses().readers(Output(op, "Out"));
  const bool needed = std::any_of(readers.begin(), readers.end(), [&](int i) {
    return Before(i, consumed).empty();
  });
  if (!fits || !needed) return;
  ConvFusion longer = conv->fusion;
  longer.last = reader;
  longer.ops.push_back(reader);
  ConvFusionFinder finder(table_, facts_);
  if (finder.KeepsInputs(longer)) conv->quantize = reader;
}

std::vector<IntegerConv> IntegerConvFinder::Find() const {
  std::vector<IntegerConv> found;
  ConvFusionFinder fusions(table_, facts_);
  for (int i = 0; i < facts_.desc().ops_size(); ++i) {
    const proto::OpDesc& op = Op(i);
    if ((op.type() != "conv2d" && op.type() != "mul") || !IsFaster(op)) {
      continue;
    }
    const auto input = IntegersOf(Input(op, InputSlot(op)), i);
    const auto filter = FilterOf(i);
    if (!input || !filter) continue;
    IntegerConv conv{fusions.Find(i), *input, *filter, absl::nullopt, -1};
    if (conv.fusion.conv < 0 ||
        !facts_.KeepsValue(input->name, input->op, conv.fusion.last)) {
      continue;
    }
    const std::string residual = conv.fusion.residual;
    if (!residual.empty()) {
      conv.residual = IntegersOf(residual, conv.fusion.last);
    }
    found.push_back(std::move(conv));
  }
  const auto consumed = ConsumedBy(found);
  for (IntegerConv& conv : found) AddQuantize(consumed, &conv);
  return found;
}

absl::flat_hash_set<int> IntegerConvFinder::ConsumedBy(
    const std::vector<IntegerConv>& convs) {
  absl::flat_hash_set<int> consumed;
  for (const IntegerConv& conv : convs) {
    consumed.insert({conv.input.op, conv.filter.op});
    if (conv.residual) consumed.insert(conv.residual->op);
  }
  return consumed;
}

std::string IntegerConvFinder::Before(
    int dequantize, const absl::flat_hash_set<int>& consumed) const {
  const proto::OpDesc& to_real = Op(dequantize);
  if (to_real.type() != "dequantize_linear" || !facts_.IsPure(dequantize) ||
      to_real.role() != proto::FORWARD) {
    return "";
  }
  const std::string integers = Input(to_real, "X");
  const int quantize = facts_.uses().WriterBefore(integers, dequantize);
  if (quantize < 0 || Op(quantize).type() != "quantize_linear" ||
      !facts_.IsPure(quantize) || !HaveSameSteps(Op(quantize), to_real)) {
    return "";
  }
  const auto& readers = facts_.uses().readers(integers);
  const bool alone =
      std::all_of(readers.begin(), readers.end(), [&](int reader) {
        return Op(reader).type() == "dequantize_linear" &&
               !consumed.contains(reader);
      });
  const std::string before = Input(Op(quantize), "X");
  const std::string after = Output(to_real, "Out");
  const bool same_type =
      table_.GetVar(before).dtype() == table_.GetVar(after).dtype();
  const auto& users = facts_.uses().readers(after);
  const bool kept = std::all_of(users.begin(), users.end(), [&](int user) {
    return facts_.KeepsValue(before, quantize, user);
  });
  return alone && kept && same_type && !facts_.IsSeenOutside(after) ? before
                                                                    : "";
}

}  // namespace paddle::framework
