"""Networks of torchvision and transformers, with random weights, to export.

Language models are small: what counts is which nodes an exporter makes of them.
"""

from typing import Any, Callable, Dict, NamedTuple, Tuple

import torch
import torchvision
import transformers
from torch import Tensor, nn


class Architecture(NamedTuple):
    module: nn.Module
    inputs: Tuple[Tensor, ...]


class _Only(nn.Module):
    """A module of transformers that returns a tensor instead of a dict."""

    def __init__(self, module: nn.Module, member: str,
                 **arguments: Any) -> None:
        super().__init__()
        self.module, self._member, self._arguments = module, member, arguments

    def forward(self, x: Tensor) -> Tensor:
        return getattr(self.module(x, **self._arguments), self._member)


class _Recurrent(nn.Module):
    """A recurrent unit over [steps, batch, features], and a classifier of its
    last step."""

    def __init__(self, unit: Callable[..., nn.Module], **options: Any) -> None:
        super().__init__()
        self._unit = unit(64, 128, **options)
        width = 256 if options.get("bidirectional") else 128
        self._classify = nn.Linear(width, 10)

    def forward(self, x: Tensor) -> Tensor:
        return self._classify(self._unit(x)[0][-1])


def _random(module: nn.Module) -> nn.Module:
    """Statistics that batch normalization has not seen would be 0 and 1, and
    would hide what an import does with them."""
    for norm in module.modules():
        if isinstance(norm, nn.BatchNorm2d):
            nn.init.normal_(norm.running_mean, std=0.1)
            nn.init.uniform_(norm.running_var, 0.5, 1.5)
    return module.eval()


def _vision(name: str, size: int = 224, **options: Any) -> Architecture:
    make = getattr(torchvision.models, name)
    return Architecture(_random(make(weights=None, **options)),
                        (torch.randn(1, 3, size, size),))


def _vit() -> Architecture:
    """A ViT-B/16 of four layers and 192 features."""
    net = torchvision.models.VisionTransformer(224, 16, 4, 3, 192, 768)
    nn.init.normal_(net.heads.head.weight, std=0.1)  # It would be zero.
    return Architecture(net.eval(), (torch.randn(1, 3, 224, 224),))


def _tokens(steps: int = 64) -> Tensor:
    return torch.randint(0, 1000, (1, steps))


def _text(kind: str, member: str, options: Dict[str, Any],
          attention: str = "sdpa", **arguments: Any) -> Architecture:
    config = getattr(transformers, kind + "Config")(
        vocab_size=1000, attn_implementation=attention, **options)
    model = getattr(transformers, kind + (
        "EncoderModel" if kind == "T5" else "Model"))(config)
    return Architecture(_Only(model.eval(), member, **arguments).eval(),
                        (_tokens(),))


def _wav2vec2() -> Architecture:
    config = transformers.Wav2Vec2Config(
        vocab_size=32, hidden_size=96, num_hidden_layers=2,
        num_attention_heads=4, intermediate_size=192, conv_dim=(64,) * 7)
    model = transformers.Wav2Vec2Model(config).eval()
    return Architecture(_Only(model, "last_hidden_state").eval(),
                        (torch.randn(1, 16000),))


def _recurrent(unit: Callable[..., nn.Module], **options: Any) -> Architecture:
    return Architecture(_Recurrent(unit, **options).eval(),
                        (torch.randn(20, 4, 64),))


_WIDE = dict(hidden_size=128, num_hidden_layers=2, num_attention_heads=4,
             intermediate_size=256)
_STATE = "last_hidden_state"

ARCHITECTURES: Dict[str, Callable[[], Architecture]] = {
    "resnet18": lambda: _vision("resnet18"),
    "resnet50": lambda: _vision("resnet50"),
    "mobilenet_v2": lambda: _vision("mobilenet_v2"),
    "mobilenet_v3_small": lambda: _vision("mobilenet_v3_small"),
    "mobilenet_v3_large": lambda: _vision("mobilenet_v3_large"),
    "efficientnet_b0": lambda: _vision("efficientnet_b0"),
    "inception_v3": lambda: _vision("inception_v3", 299, init_weights=False),
    "densenet121": lambda: _vision("densenet121"),
    "googlenet": lambda: _vision("googlenet", init_weights=False),
    "shufflenet_v2_x1_0": lambda: _vision("shufflenet_v2_x1_0"),
    "squeezenet1_1": lambda: _vision("squeezenet1_1"),
    "vgg11": lambda: _vision("vgg11"),
    "alexnet": lambda: _vision("alexnet"),
    "regnet_y_400mf": lambda: _vision("regnet_y_400mf"),
    "mnasnet1_0": lambda: _vision("mnasnet1_0"),
    "convnext_tiny": lambda: _vision("convnext_tiny"),
    "swin_t": lambda: _vision("swin_t"),
    "vit": _vit,
    "gpt2": lambda: _text("GPT2", _STATE, dict(n_embd=128, n_layer=2, n_head=4),
                          use_cache=False),
    "llama": lambda: _text("Llama", _STATE,
                           dict(_WIDE, num_key_value_heads=2),
                           use_cache=False),
    "distilbert": lambda: _text("DistilBert", _STATE,
                                dict(dim=128, n_layers=2, n_heads=4,
                                     hidden_dim=256)),
    "t5_encoder": lambda: _text("T5", _STATE,
                                dict(d_model=128, d_kv=32, d_ff=256,
                                     num_layers=2, num_heads=4),
                                attention="eager"),
    "bert": lambda: _text("Bert", _STATE, _WIDE),
    "wav2vec2": _wav2vec2,
    "lstm": lambda: _recurrent(nn.LSTM, num_layers=2),
    "bidirectional_lstm": lambda: _recurrent(nn.LSTM, bidirectional=True),
    "gru": lambda: _recurrent(nn.GRU, num_layers=2),
}


def export(name: str, path: str) -> None:
    """Writes the architecture `name`, by the exporter that torch.onnx.export
    has had as its default since 2.9. Weights are the same each time."""
    torch.manual_seed(0)
    built = ARCHITECTURES[name]()
    torch.onnx.export(built.module, built.inputs, path, dynamo=True,
                      verbose=False)
