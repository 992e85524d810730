# docs/deploy.md says how to build and run this. `npm run image -- --try` runs these steps in a plain folder.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN node scripts/build.mjs
RUN node scripts/pack.mjs /packed

FROM node:22-bookworm-slim
COPY --from=build /packed/*.tgz /packed/
RUN npm install --prefix /opt/ensemble --omit=dev --ignore-scripts --no-audit --no-fund /packed/ensemble-[0-9]*.tgz && rm -rf /packed /root/.npm
RUN mkdir -p /usr/local/bin && ln -s /opt/ensemble/node_modules/.bin/ensemble /usr/local/bin/ensemble
RUN mkdir -p /data && chown 1000:1000 /data
ENV HOST=0.0.0.0 PORT=4141 BROWSER=none HOME=/data XDG_DATA_HOME=/data/home ENSEMBLE_WORKSPACE=/data/workspace
USER 1000
WORKDIR /data
VOLUME /data
EXPOSE 4141
HEALTHCHECK --interval=30s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "test -e \"$ENSEMBLE_WORKSPACE/ensemble.json\" || ensemble new \"$ENSEMBLE_WORKSPACE\"; exec ensemble serve"]
