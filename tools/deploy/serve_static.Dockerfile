# An image with nothing but a server of models (tools/serve), 11 MB with all
# operators; ci/static_server.sh builds the program. From the top of the tree:
#
#   tools/workspace/static/libraries.sh
#   bazel build --config=static --strip=always \
#     --override_repository=simdjson=$HOME/.cache/paddle-static/simdjson \
#     --override_repository=prometheus_cpp=$HOME/.cache/paddle-static/prometheus_cpp \
#     //tools/serve:paddle_serve && mkdir image
#   cp bazel-bin/tools/serve/paddle_serve tools/deploy/serve_static.Dockerfile image
#   docker build --tag paddle-serve --file image/serve_static.Dockerfile image
FROM scratch
COPY paddle_serve /
USER 65534
EXPOSE 8080
ENTRYPOINT ["/paddle_serve", "--models=/mnt/models", "--host=0.0.0.0"]
