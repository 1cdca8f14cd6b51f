class Trommel < Formula
  desc "Streaming filters that separate a text corpus from its boilerplate and its duplicates"
  homepage "@URL@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@URL@/releases/download/v@VERSION@/trommel-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:aarch64-apple-darwin@"
    end
    on_intel do
      url "@URL@/releases/download/v@VERSION@/trommel-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@URL@/releases/download/v@VERSION@/trommel-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@URL@/releases/download/v@VERSION@/trommel-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "trommel"
    # Each tool is a name of the one binary.
    Dir["man/*.1"].each do |page|
      tool = File.basename(page, ".1")
      bin.install_symlink "trommel" => tool if tool != "trommel"
    end
    man1.install Dir["man/*.1"]
    man5.install Dir["man/*.5"]
    man7.install Dir["man/*.7"]
    bash_completion.install Dir["completions/*.bash"]
    zsh_completion.install Dir["completions/_*"]
    fish_completion.install Dir["completions/*.fish"]
  end

  test do
    (testpath/"a.txt").write "A line that is long enough to be counted.\n"
    assert_match "a line that is long enough", shell_output("#{bin}/linenorm --ends 1 a.txt").downcase
  end
end
