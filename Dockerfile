# All tools in one static binary: docker run -i IMAGE linenorm < list
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /trommel
COPY . .
RUN cargo build --locked --profile dist --bin trommel

FROM scratch
COPY --from=build /trommel/target/dist/trommel /trommel
COPY LICENSE-APACHE LICENSE-MIT NOTICE /
ENTRYPOINT ["/trommel"]
