"""Uses a protobuf other than Paddle's."""

from google.protobuf import struct_pb2
message = struct_pb2.Struct()
message.update({"a": [1.0, {"b": "c"}]})
copy = struct_pb2.Struct()
copy.ParseFromString(message.SerializeToString())
assert copy == message
