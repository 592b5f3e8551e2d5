# The service as a container. docs/deploy.md says how to build and run it; `npm run lab -- container` tries it.
ARG NODE=24-slim

FROM node:${NODE} AS build
WORKDIR /build
# First what seldom changes, so that a change of the code does not install everything again.
COPY package.json package-lock.json ./
# A package of its own, which the commands use.
COPY clients/typescript clients/typescript
# Nothing is compiled: for this Node, better-sqlite3 brings its binary, and no package has a script that is needed.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/bundle.mjs scripts/page.mjs scripts/
COPY scripts/guide scripts/guide
COPY src src
COPY web web
# The service shows them at /docs/guide.
COPY docs docs
COPY README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE ./
RUN npm run build && chmod +x dist/cli.js && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:${NODE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Memory Vault" \
      org.opencontainers.image.description="A self-hosted, auditable memory for AI coding agents" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY migrations migrations
# Messages point to the docs.
COPY --from=build /build/LICENSE ./
COPY --from=build /build/docs docs
# `node` of the base image, uid 1000, owns the data and nothing else. A new volume takes owner and mode from here.
RUN ln -s /app/dist/cli.js /usr/local/bin/memory-vault \
 && install -d -o 1000 -g 1000 -m 0700 /data
# Everything that is written goes to /data, also SQLite's temporary files: the root file system may be read-only.
# Others can reach a port of a container, so members have to log in.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    VAULT_DATA_DIR=/data \
    VAULT_BACKUP_DIR=/data/backups \
    SQLITE_TMPDIR=/data \
    VAULT_HOST=0.0.0.0 \
    VAULT_PORT=7437 \
    VAULT_AUTH=session
USER 1000:1000
VOLUME /data
EXPOSE 7437
# Whether the process lives. `/readyz` would be wrong: a rebuild may take minutes and must not end in a restart.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.VAULT_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell in between: SIGTERM reaches Node.
# The flags are those of src/config/nodeFlags.ts.
ENTRYPOINT ["node", "--max-semi-space-size=4", "--heap-growing-percent=100", "/app/dist/cli.js"]
CMD ["serve"]
