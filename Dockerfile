# The server with the built web app. Data lies in /data, unless DATABASE_URL names a PostgreSQL. Nothing else is written:
# the container may be read-only.
# To pin the images, put the digest that `docker buildx imagetools inspect node:24-bookworm` prints behind each name.
FROM node:24-bookworm AS build
WORKDIR /app
COPY . .
RUN npm ci && node scripts/build.mjs && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production CARDINAL_HOST=0.0.0.0 CARDINAL_DATA_DIR=/data
WORKDIR /app
RUN mkdir --mode=700 /data && chown node:node /data
COPY --from=build /app /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "apps/server/dist/main.js"]
