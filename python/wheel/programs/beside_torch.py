"""Uses an OpenMP other than Paddle's."""

import torch
weight = torch.ones(64, 64, requires_grad=True)
(weight @ weight).sum().backward()
assert float(weight.grad.sum()) == 64 * 64 * 128
