{
  description = "Streaming filters that separate a text corpus from its boilerplate and its duplicates";
  inputs.nixpkgs.url = "nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forAll = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
    in {
      packages = forAll (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "trommel";
          version = "@VERSION@";
          src = pkgs.fetchzip {
            url = "@URL@/archive/refs/tags/v@VERSION@.tar.gz";
            hash = pkgs.lib.fakeHash;
          };
          cargoHash = pkgs.lib.fakeHash;
          cargoBuildFlags = [ "--bin" "trommel" ];
          doCheck = false;
          postInstall = ''
            for page in man/*.1; do
              tool=$(basename "$page" .1)
              [ "$tool" = trommel ] || ln -s trommel "$out/bin/$tool"
            done
            for n in 1 5 7; do install -Dm644 man/*.$n -t "$out/share/man/man$n"; done
          '';
        };
      });
    };
}
