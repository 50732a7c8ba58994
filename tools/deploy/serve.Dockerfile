# An image for servers of models (tools/serve). From the top of the tree:
#
#   bazel build //tools/serve:paddle_serve && mkdir image
#   cp bazel-bin/tools/serve/paddle_serve tools/deploy/serve.Dockerfile image
#   docker build --tag paddle-serve --file image/serve.Dockerfile image
#
# The packages are those of the libraries that the program names.
FROM debian:12-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends \
      libabsl20220623 libatomic1 libdnnl2 libgomp1 libprometheus-cpp-core1.0 \
      libprotobuf-lite32 libsimdjson14 ocl-icd-libopencl1 zlib1g \
 && rm -rf /var/lib/apt/lists/*
COPY paddle_serve /usr/local/bin/
USER 65534
EXPOSE 8080
CMD ["paddle_serve", "--models=/mnt/models", "--host=0.0.0.0"]
