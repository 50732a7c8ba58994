#include "paddle/framework/passes/integer_convs.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/passes/conv_fusions.h"

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

absl::optional<Integers> IntegerConvFinder::FilterBefore(int to_real) const {
  const std::string integers = Input(Op(to_real), "X");
  const std::string scale = Input(Op(to_real), "Scale");
  if (IsFixed(integers)) return Integers{integers, scale, to_real, true};
  const int to_integers = Maker("quantize_linear", integers, to_real);
  if (to_integers < 0) return absl::nullopt;
  const proto::OpDesc& op = Op(to_integers);
  const bool fits = HaveSameSteps(op, Op(to_real)) && IsFixed(Input(op, "X"));
  if (!fits) return absl::nullopt;
  return Integers{Input(op, "X"), scale, to_real};
}

absl::optional<Integers> IntegerConvFinder::FilterOf(int conv) const {
  const int to_real =
      Maker("dequantize_linear", Input(Op(conv), FilterSlot(Op(conv))), conv);
  if (to_real < 0) return absl::nullopt;
  const auto found = FilterBefore(to_real);
  if (!found) return absl::nullopt;
  const proto::OpDesc& op = Op(to_real);
  const int axis = ScaleAxis(Op(conv));
  const auto& filter_dims = table_.GetVar(found->name).dims();
  const auto& scale_dims = table_.GetVar(found->scale).dims();
  const bool fits = table_.GetVar(Input(op, "X")).dtype() == proto::INT8 &&
                    GetAttr<int64_t>(op, "axis") == axis &&
                    filter_dims.size() > axis && scale_dims.size() == 1 &&
                    scale_dims[0] == filter_dims[axis];
  return fits ? found : absl::nullopt;
}

// Measured one by one, with an input and a result of real numbers: a sum of few
// products is mostly loads, and a small operator is mostly the conversions.
// Between others there are no conversions, and integers are a quarter of the
// memory: that pays where each filter sees one channel, too, which is not
// faster itself.
bool IntegerConvFinder::IsFaster(const proto::OpDesc& op, const Integers& input,
                                 bool between) const {
  const auto& dims = table_.GetVar(Input(op, FilterSlot(op))).dims();
  if (op.type() == "depthwise_conv2d") {
    return between && table_.GetVar(input.name).dtype() == proto::UINT8;
  }
  if (op.type() == "mul") {
    // oneDNN wants an order for each number of rows if there is another number
    // of columns.
    constexpr int64_t kFewWeights = 1 << 17, kColumns = 64, kManyColumns = 256;
    return dims[0] * dims[1] >= kFewWeights &&
           (dims[1] % kColumns == 0 || dims[1] >= kManyColumns);
  }
  if (GetAttr<int64_t>(op, "groups") != 1) return false;
  const int64_t products = dims[1] * dims[2] * dims[3];
  if (between) return products >= 12 && dims[0] >= 8;
  constexpr int64_t kFewProducts = 27, kFewFilters = 16, kLittleWork = 100000;
  const auto& out = table_.GetVar(Output(op, "Output")).dims();
  const bool is_known = out[2] > 0 && out[3] > 0;
  return products >= kFewProducts && dims[0] >= kFewFilters &&
         (!is_known || products * dims[0] * out[2] * out[3] >= kLittleWork);
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
  for (const Integers* read :
       {&conv->input, conv->residual ? &*conv->residual : nullptr}) {
    if (read == nullptr) continue;
    if (!facts_.KeepsValue(read->name, read->op, reader)) return;
  }
  FusedChain longer = conv->fusion;
  longer.last = reader;
  longer.ops.push_back(reader);
  if (ChainFinder(table_, facts_).KeepsInputs(longer)) conv->quantize = reader;
}

bool IntegerConvFinder::AreOfResult(
    const Integers& integers,
    const absl::flat_hash_set<std::string>& results) const {
  const int maker = facts_.uses().WriterBefore(integers.name, integers.op);
  return maker >= 0 && Op(maker).type() == "quantize_linear" &&
         results.contains(Input(Op(maker), "X"));
}

std::vector<IntegerConv> IntegerConvFinder::FindConvs() const {
  std::vector<IntegerConv> found;
  absl::flat_hash_set<std::string> results;
  ConvFusionFinder fusions(table_, facts_);
  for (int i = 0; i < facts_.desc().ops_size(); ++i) {
    const proto::OpDesc& op = Op(i);
    if (op.type() != "depthwise_conv2d" && op.type() != "conv2d" &&
        op.type() != "mul") {
      continue;
    }
    const auto input = IntegersOf(Input(op, InputSlot(op)), i);
    const auto filter = FilterOf(i);
    if (!input || !filter ||
        !IsFaster(op, *input, AreOfResult(*input, results))) {
      continue;
    }
    if (!fusions.IsConvolution(i) && !fusions.IsProduct(i)) continue;
    IntegerConv conv{fusions.Find(i), *input, *filter, absl::nullopt, -1};
    if (!facts_.KeepsValue(input->name, input->op, conv.fusion.last)) continue;
    const std::string residual = conv.fusion.residual;
    if (!residual.empty()) {
      const int last = conv.fusion.last;
      conv.residual = IntegersOf(residual, last);
      if (conv.residual &&
          !facts_.KeepsValue(conv.residual->name, conv.residual->op, last)) {
        conv.residual = absl::nullopt;
      }
    }
    results.insert(conv.fusion.output);
    found.push_back(std::move(conv));
  }
  return found;
}

// Somebody has to need the integers that it finds.
absl::optional<IntegerPool> IntegerConvFinder::PoolOf(
    int pool, const absl::flat_hash_set<int>& consumed) const {
  const proto::OpDesc& op = Op(pool);
  if (op.type() != "pool2d" || op.role() != proto::FORWARD ||
      GetAttr<std::string>(op, "pooling_type") != "max" ||
      GetAttr<std::string>(op, "data_format") != "NCHW" ||
      !facts_.IsPure(pool)) {
    return absl::nullopt;
  }
  const auto input = IntegersOf(Input(op, "X"), pool);
  const int reader = facts_.OnlyReader(Output(op, "Out"));
  if (!input || reader < 0 || Op(reader).type() != "quantize_linear" ||
      !facts_.IsPure(reader) || !HaveSameSteps(Op(reader), Op(input->op)) ||
      !facts_.KeepsValue(input->name, input->op, reader)) {
    return absl::nullopt;
  }
  const std::string out = Output(Op(reader), "Out");
  const auto& users = facts_.uses().readers(out);
  const bool needed = std::any_of(users.begin(), users.end(), [&](int user) {
    return consumed.contains(user);
  });
  const bool same_type =
      table_.GetVar(out).dtype() == table_.GetVar(input->name).dtype();
  if (!needed || !same_type) return absl::nullopt;
  return IntegerPool{pool, *input, reader};
}

IntegerOps IntegerConvFinder::Find() const {
  IntegerOps found;
  found.convs = FindConvs();
  for (const IntegerConv& conv : found.convs) {
    found.consumed.insert({conv.input.op, conv.filter.op});
    if (conv.residual) found.consumed.insert(conv.residual->op);
  }
  for (int i = facts_.desc().ops_size() - 1; i >= 0; --i) {
    const auto pool = PoolOf(i, found.consumed);
    if (!pool) continue;
    found.consumed.insert(pool->input.op);
    found.pools.push_back(*pool);
  }
  for (IntegerConv& conv : found.convs) AddQuantize(found.consumed, &conv);
  return found;
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
