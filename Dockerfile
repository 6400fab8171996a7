# The server, its pages and nothing else. The database is another container's, or a machine's: DATABASE_URL.
FROM node:24-bookworm-slim AS made
WORKDIR /made
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/release/layOut.ts /app

FROM node:24-alpine
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=0
# Whoever works in it owns the data, and may write nowhere else.
COPY --from=made /app /app
RUN mkdir /data /copies && chown node:node /data /copies
WORKDIR /app
USER node
VOLUME ["/data", "/copies"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The process that stands over the server ends it where it hangs, and starts it anew.
CMD ["node", "src/main/supervisor.ts"]
