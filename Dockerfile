# The server with the built web app. Data lies in /data, unless DATABASE_URL names a PostgreSQL.
FROM node:20.19-bookworm AS build
WORKDIR /app
COPY . .
RUN npm ci \
  && node --input-type=module --eval "import('./scripts/lib/build.mjs').then(({ ensureBuilt }) => ensureBuilt())" \
  && npm prune --omit=dev

FROM node:20.19-bookworm-slim
ENV NODE_ENV=production CARDINAL_HOST=0.0.0.0 CARDINAL_DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=build /app /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + (process.env.CARDINAL_PORT || 3000) + '/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/server/dist/main.js"]
