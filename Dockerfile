# The server with the built web app. Data lies in /data, unless DATABASE_URL names a PostgreSQL. Nothing else is written:
# the container may be read-only.
# The digests are those of Docker's official images. The slim one was published with another release of Node 24. That is
# safe: native modules that one release of a major version compiled run on all of them. docs/running.md says how to renew
# the digests.
FROM node:24-bookworm@sha256:da4221677e02b54ef6335adfa447578d512ad14f251024fb92ea433c2c102760 AS build
WORKDIR /app
COPY . .
# Where npm can't load the compiled addon of better-sqlite3, it compiles one by the headers of this Node. From Node 24.19 on
# such an addon ends the process when a statement is collected: docs/decisions/0870.
RUN npm ci \
  && addon=node_modules/better-sqlite3/build/Release/better_sqlite3.node && test -f $addon \
  && if grep -q RemoveEnvironmentCleanupHook $addon; then echo "$addon was compiled by headers from Node 24.19 on"; exit 1; fi \
  && npm run build && npm prune --omit=dev \
  # Bundled, and an optional package for drawing that nothing here uses.
  && rm -rf node_modules/pdfjs-dist node_modules/@napi-rs/canvas*

FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7
ENV NODE_ENV=production CARDINAL_HOST=0.0.0.0 CARDINAL_DATA_DIR=/data
WORKDIR /app
RUN mkdir --mode=700 /data && chown node:node /data
COPY --from=build /app /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s CMD ["node", "scripts/run.mjs", "healthcheck"]
CMD ["node", "apps/server/dist/main.js"]
