#include "paddle/tools/serve/request_scan.h"

#include <cstddef>
#include <cstdint>

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"

#include "paddle/platform/enforce.h"
#include "paddle/tools/serve/inference.pb.h"

namespace paddle::serve {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;
using proto::InferTensorContents;
using proto::ModelInferRequest;
using Input = ModelInferRequest::InferInputTensor;
using Output = ModelInferRequest::InferRequestedOutputTensor;

// Calls `on` with the number of each field that has a length, and passes over
// what that has not read of it.
template <typename OnField>
void EachField(CodedInputStream* in, const OnField& on) {
  const char* const broken = "the message is not one of this method";
  while (const uint32_t tag = in->ReadTag()) {
    if (WireFormatLite::GetTagWireType(tag) !=
        WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      PADDLE_ENFORCE(WireFormatLite::SkipField(in, tag), InvalidArgument,
                     broken);
      continue;
    }
    int size = 0;
    PADDLE_ENFORCE(
        in->ReadVarintSizeAsInt(&size) && size <= in->BytesUntilLimit(),
        InvalidArgument, broken);
    const CodedInputStream::Limit before = in->PushLimit(size);
    on(WireFormatLite::GetTagFieldNumber(tag));
    PADDLE_ENFORCE(in->Skip(in->BytesUntilLimit()), InvalidArgument, broken);
    in->PopLimit(before);
  }
  PADDLE_ENFORCE(in->ConsumedEntireMessage(), InvalidArgument, broken);
}

void Count(const char* field, size_t most, size_t* count) {
  PADDLE_ENFORCE(++*count <= most, OutOfRange, field, " has more than ", most,
                 " elements");
}

// Reads what is left until the limit.
std::string TextOf(CodedInputStream* in) {
  std::string text;
  in->ReadString(&text, in->BytesUntilLimit());
  return text;
}

class Scan {
 public:
  Scan(absl::string_view bytes, const Limits& limits)
      : in_(reinterpret_cast<const uint8_t*>(bytes.data()),
            static_cast<int>(bytes.size())),
        limits_(limits) {}

  RequestHead Run() {
    EachField(&in_, [this](int field) { OnRequest(field); });
    return head_;
  }

 private:
  void OnRequest(int field) {
    switch (field) {
      case ModelInferRequest::kModelNameFieldNumber:
        head_.model_name = TextOf(&in_);
        return;
      case ModelInferRequest::kModelVersionFieldNumber:
        head_.model_version = TextOf(&in_);
        return;
      case ModelInferRequest::kParametersFieldNumber:
        return CountParameter();
      case ModelInferRequest::kInputsFieldNumber:
        Count("inputs", limits_.tensors, &inputs_);
        return EachField(&in_, [this](int inner) { OnInput(inner); });
      case ModelInferRequest::kOutputsFieldNumber:
        Count("outputs", limits_.tensors, &outputs_);
        return EachField(&in_, [this](int inner) {
          if (inner == Output::kParametersFieldNumber) CountParameter();
        });
      case ModelInferRequest::kRawInputContentsFieldNumber:
        return Count("raw_input_contents", limits_.tensors, &raw_);
      default:
        return;
    }
  }

  void OnInput(int field) {
    if (field == Input::kParametersFieldNumber) return CountParameter();
    if (field != Input::kContentsFieldNumber) return;
    EachField(&in_, [](int inner) {
      PADDLE_ENFORCE(inner != InferTensorContents::kBytesContentsFieldNumber,
                     InvalidArgument, "inputs: contents has bytes_contents, ",
                     "which are of no data type of a model");
    });
  }

  void CountParameter() {
    Count("parameters", limits_.parameters, &parameters_);
  }

  CodedInputStream in_;
  const Limits& limits_;
  RequestHead head_;
  size_t inputs_ = 0, outputs_ = 0, raw_ = 0, parameters_ = 0;
};

}  // namespace

RequestHead ScanRequest(absl::string_view bytes, const Limits& limits) {
  return Scan(bytes, limits).Run();
}

}  // namespace paddle::serve
