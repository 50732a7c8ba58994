#include "paddle/tools/fuzz/operator_settings.h"

#include <map>
#include <utility>

namespace paddle::fuzz {

namespace {

using framework::AttributeMap;
using Ints = std::vector<int64_t>;
using Slots = std::map<std::string, Given>;

// Sizes by the names that operators' descriptions give to dimensions. A size
// that an attribute sets, too, agrees with Attributes().
const std::map<std::string, int64_t>& Sizes() {
  static const auto& sizes = *new std::map<std::string, int64_t>{
      {"B", 2},          {"C", 4},
      {"D", 4},          {"H", 8},
      {"K", 4},          {"KD", 3},
      {"KH", 3},         {"KW", 3},
      {"M", 8},          {"N", 2},
      {"T", 5},          {"W", 8},
      {"a", 3},          {"b", 4},
      {"batch", 2},      {"beam_size", 3},
      {"candidates", 8}, {"class_number", 10},
      {"classes", 10},   {"columns", 4},
      {"d", 4},          {"contextLength", 3},
      {"e", 4},          {"future_context", 2},
      {"groups", 1},     {"heads", 1},
      {"height", 100},   {"items", 6},
      {"k", 2},          {"keys", 7},
      {"length", 5},     {"longest", 5},
      {"m", 5},          {"n", 3},
      {"queries", 5},    {"num_classes", 10},
      {"rows", 6},       {"num_thresholds", 4095},
      {"sequences", 2},  {"num_total_classes", 100},
      {"size", 2},       {"sources", 2},
      {"steps", 4},      {"tags", 5},
      {"width", 4},      {"nodes", 9},
      {"P", 3},
  };
  return sizes;
}

const std::map<std::string, Slots>& Inputs() {
  static const Given images = {{2, 4, 8, 8}};
  static const Given sequences = {{3, 4}, "float32", 1};
  static const Given words = {{3, 1}, "int64", 1};
  static const Given one = {{1}};
  static const Given index = {{1}, "int64"};
  static const Slots regions = {{"ROIs", {{2, 4}}},
                                {"BatchIndex", {{2}, "int64"}}};
  static const Slots integers = {{"X", {{2, 3}, "int64"}},
                                 {"Y", {{2, 3}, "int64"}}};
  static const Slots placed = {
      {"X", {{8, 3}}}, {"Index", {{2, 1}, "int64"}}, {"Updates", {{2, 3}}}};
  static const auto& inputs = *new std::map<std::string, Slots>{
      {"array_read", {{"I", index}}},
      {"array_write", {{"I", index}}},
      {"auc",
       {{"Predict", {{2}}},
        {"Label", {{2}, "int64"}},
        {"StatNeg", {{4096}, "int64"}}}},
      {"beam_search_decode", {{"ParentIdx", {{4, 6}, "int64"}}}},
      {"bitwise_and", integers},
      {"bitwise_left_shift", integers},
      {"bitwise_not", {{"X", {{2, 3}, "int64"}}}},
      {"bitwise_or", integers},
      {"bitwise_right_shift", integers},
      {"bitwise_xor", integers},
      {"cross_entropy", {{"Label", {{3, 1}, "int64"}}}},
      {"depthwise_conv2d", {{"Filter", {{8, 1, 3, 3}}}}},
      {"determinant", {{"X", {{2, 3, 3}}}}},
      {"fused_fc",
       {{"W", {{3, 4}}},
        {"Bias", {{4}}},
        {"Residual", {{2, 4}}},
        {"PackedW", {{5}}}}},
      {"edit_distance", {{"Hyps", words}, {"Refs", words}}},
      {"fused_update",
       {{"LearningRate", one}, {"Grad", {{3, 4}}}, {"X", {{3, 4}}}}},
      {"gather_nd", {{"Index", {{4, 2}, "int64"}}}},
      {"gru", {{"Bias", {{1, 16}}}}},
      {"lstm", {{"Bias", {{1, 28}}}}},
      {"lstmp", {{"Bias", {{1, 28}}}}},
      {"mean_iou",
       {{"Labels", {{2, 3}, "int32"}},
        {"InWrongs", {{10}, "int64"}},
        {"InCorrects", {{10}, "int64"}}}},
      {"merge_by_mask",
       {{"InTrue", {{2, 4}}}, {"InFalse", {{1, 4}}}, {"Mask", {{3}, "bool"}}}},
      {"moving_average", {{"Weight", one}}},
      {"mul", {{"Y", {{3, 4}}}}},
      {"pack_quantized_filter", {{"Filter", {{8, 4, 3, 3}, "int8"}}}},
      {"pixel_shuffle", {{"X", images}}},
      {"precision_recall",
       {{"Labels", {{6, 1}, "int64"}}, {"StatesInfo", {{10, 4}, "float64"}}}},
      {"prelu", {{"Alpha", one}}},
      {"quantized_conv2d",
       {{"Input", {{2, 8, 8, 4}, "int8"}}, {"Filter", {{8, 4, 3, 3}, "int8"}}}},
      {"quantized_mul",
       {{"X", {{2, 3}, "int8"}},
        {"Y", {{4, 3, 1, 1}, "int8"}},
        {"YScale", {{4}}}}},
      {"quantized_pool2d", {{"X", {{2, 4, 8, 8}, "int8"}}}},
      {"range", {{"Start", one}, {"End", one}, {"Step", one}}},
      {"reduce_all", {{"X", {{2, 3}, "bool"}}}},
      {"reduce_any", {{"X", {{2, 3}, "bool"}}}},
      {"roi_align", regions},
      {"roi_align_max", regions},
      {"roi_pool", regions},
      {"scaled_dot_product_attention",
       {{"Q", {{2, 5, 4}}}, {"K", {{2, 7, 4}}}, {"V", {{2, 7, 4}}}}},
      {"scatter_nd_add", placed},
      {"scatter_nd_reduce", placed},
      {"sequence_concat", {{"X", sequences}}},
      {"sequence_expand", {{"X", {{2, 4}}}, {"Y", sequences}}},
      {"sequence_group", {{"X", {{3, 4}}}, {"Length", {{2}, "int64"}}}},
      {"sequence_pad", {{"X", sequences}, {"PadValue", one}}},
      {"sequence_scatter",
       {{"X", {{2, 4}}}, {"Ids", words}, {"Updates", {{3, 1}}}}},
      {"softmax_with_cross_entropy", {{"Label", {{3, 1}, "int64"}}}},
      {"hierarchical_sigmoid", {{"Label", {{6, 1}, "int64"}}}},
      {"warpctc", {{"Label", words}}},
      {"unpool", {{"X", {{2, 4, 4, 4}}}, {"Indices", {{2, 4, 4, 4}, "int64"}}}},
      {"yolo_box", {{"X", {{1, 16, 2, 2}}}, {"ImgSize", {{1, 2}, "int32"}}}},
  };
  return inputs;
}

const std::map<std::string, AttributeMap>& Attributes() {
  static const AttributeMap shape = {{"shape", Ints{2, 3}}};
  static const AttributeMap batch = {{"shape", Ints{-1, 5}}};
  static const AttributeMap pooling = {{"ksize", Ints{2, 2}},
                                       {"strides", Ints{2, 2}}};
  static const AttributeMap pooling_3d = {{"ksize", Ints{2, 2, 2}},
                                          {"strides", Ints{2, 2, 2}}};
  static const auto& attributes = *new std::map<std::string, AttributeMap>{
      {"anchor_generator",
       {{"anchor_sizes", std::vector<double>{32}},
        {"aspect_ratios", std::vector<double>{0.5, 1}},
        {"stride", std::vector<double>{16, 16}}}},
      {"assign_value",
       {{"shape", Ints{2, 2}}, {"values", std::vector<double>{1, 2, 3, 4}}}},
      {"beam_search", {{"beam_size", int64_t{3}}, {"end_id", int64_t{0}}}},
      {"beam_search_decode",
       {{"beam_size", int64_t{3}}, {"end_id", int64_t{0}}}},
      {"bilinear_interp", {{"scale", 2.0}}},
      {"bitcast", {{"out_dtype", std::string("int32")}}},
      {"broadcast_to", {{"shape", Ints{4, 2, 3}}}},
      {"cast", {{"out_dtype", std::string("float64")}}},
      {"check_range", {{"min", -100.0}, {"max", 100.0}}},
      {"chunk_eval", {{"num_chunk_types", int64_t{3}}}},
      {"clip", {{"min", -1.0}, {"max", 1.0}}},
      {"concat", {{"axis", int64_t{1}}}},
      {"crop", {{"offsets", Ints{0, 1}}, {"shape", Ints{2, 2}}}},
      {"depthwise_conv2d", {{"groups", int64_t{4}}}},
      {"expand", {{"expand_times", Ints{2, 1}}}},
      {"eye", {{"num_rows", int64_t{3}}}},
      {"fill_constant", shape},
      {"fill_constant_batch_size_like", batch},
      {"fill_range", {{"end", 10.0}, {"step", 2.0}}},
      {"flip", {{"axis", Ints{1}}}},
      {"gaussian_random", shape},
      {"fused_elementwise",
       {{"types", framework::NameList{"elementwise_add", "relu"}},
        {"outputs", framework::NameList{"Out", "Out"}},
        {"operands", Ints{0, 1, -1}},
        {"results", Ints{1, 0}}}},
      {"fused_update", {{"type", std::string("sgd")}}},
      {"gaussian_random_batch_size_like", batch},
      {"group_norm", {{"groups", int64_t{2}}}},
      {"gru", {{"reset_after", true}}},
      {"huber_loss", {{"delta", 1.0}}},
      {"im2sequence", {{"kernels", Ints{4, 4}}, {"strides", Ints{4, 4}}}},
      {"linspace", {{"start", 0.0}, {"stop", 1.0}, {"num", int64_t{5}}}},
      {"lod_reset", {{"target_lod", Ints{1, 1}}}},
      {"max_pool2d_with_index", pooling},
      {"max_pool3d_with_index", pooling_3d},
      {"maxout", {{"groups", int64_t{2}}}},
      {"mean_iou", {{"num_classes", int64_t{10}}}},
      {"momentum", {{"mu", 0.9}}},
      {"multiclass_nms", {{"score_threshold", 0.1}}},
      {"hierarchical_sigmoid", {{"num_classes", int64_t{10}}}},
      {"nce", {{"num_total_classes", int64_t{100}}}},
      {"pack_conv_filter", {{"image_size", Ints{8, 8}}}},
      {"pack_quantized_filter", {{"image_size", Ints{8, 8}}}},
      {"nearest_interp", {{"scale", 2.0}}},
      {"one_hot", {{"depth", int64_t{10}}}},
      {"orthogonal_random", shape},
      {"pad", {{"paddings", Ints{0, 0, 1, 2}}}},
      {"pixel_shuffle", {{"upscale_factor", int64_t{2}}}},
      {"pool2d", pooling},
      {"quantized_pool2d", pooling},
      {"pool3d", pooling_3d},
      {"prior_box", {{"min_sizes", std::vector<double>{4}}}},
      {"precision_recall", {{"class_number", int64_t{10}}}},
      {"randint", {{"shape", Ints{2, 3}}, {"high", int64_t{10}}}},
      {"randperm", {{"n", int64_t{6}}}},
      {"reshape", {{"shape", Ints{3, -1}}}},
      {"roll", {{"shifts", Ints{1}}, {"axis", Ints{1}}}},
      {"selected_rows_clip", {{"min", -1.0}, {"max", 1.0}}},
      {"sequence_conv",
       {{"contextLength", int64_t{3}}, {"contextStart", int64_t{-1}}}},
      {"scatter_nd_reduce", {{"reduce", std::string("mul")}}},
      {"sequence_enumerate", {{"win_size", int64_t{2}}}},
      {"sequence_erase", {{"tokens", Ints{1}}}},
      {"sequence_reshape", {{"new_dim", int64_t{2}}}},
      {"sequence_mask", {{"maxlen", int64_t{5}}}},
      {"slice", {{"axes", Ints{1}}, {"starts", Ints{0}}, {"ends", Ints{2}}}},
      {"split", {{"sections", Ints{1, 2}}, {"axis", int64_t{1}}}},
      {"transpose", {{"axis", Ints{1, 0}}}},
      {"truncated_gaussian_random", shape},
      {"uniform_random", shape},
      {"uniform_random_batch_size_like", batch},
      {"unpool", pooling},
      {"unsqueeze", {{"axes", Ints{0}}}},
      {"yolo_box",
       {{"anchors", Ints{10, 13, 16, 30}}, {"class_num", int64_t{3}}}},
  };
  return attributes;
}

}  // namespace

int64_t SizeOf(const std::string& name) {
  const auto found = Sizes().find(name);
  return found == Sizes().end() ? 0 : found->second;
}

const Given* FindGiven(const std::string& op, const std::string& slot) {
  const auto slots = Inputs().find(op);
  if (slots == Inputs().end()) return nullptr;
  const auto found = slots->second.find(slot);
  return found == slots->second.end() ? nullptr : &found->second;
}

framework::AttributeMap AttributesOf(const std::string& op) {
  const auto found = Attributes().find(op);
  return found == Attributes().end() ? AttributeMap() : found->second;
}

}  // namespace paddle::fuzz
