// Runs a program for WebAssembly with WASI that reads standard input and writes standard output, as trommel-demo does.
// Everything else that a program may ask for is refused: there are no files, no clock to speak of and no network.

const SUCCESS = 0, BAD_FILE = 8, NOT_SUPPORTED = 58;

class Exit extends Error {
  constructor(code) { super(`the program ended with ${code}`); this.code = code; }
}

/** The imports of one run: `input` is what it reads, and `output` the pieces that it writes. */
function system(input, output) {
  let memory, read = 0;
  const view = () => new DataView(memory.buffer);
  // The buffers of a scattered read or write.
  const buffers = (list, count) => Array.from({ length: count }, (_, index) => {
    const at = list + 8 * index;
    return new Uint8Array(memory.buffer, view().getUint32(at, true), view().getUint32(at + 4, true));
  });
  const calls = {
    fd_read(file, list, count, done) {
      if (file !== 0) return BAD_FILE;
      let size = 0;
      for (const buffer of buffers(list, count)) {
        const piece = input.subarray(read, read + buffer.length);
        buffer.set(piece);
        read += piece.length;
        size += piece.length;
      }
      view().setUint32(done, size, true);
      return SUCCESS;
    },
    fd_write(file, list, count, done) {
      if (file !== 1 && file !== 2) return BAD_FILE;
      let size = 0;
      for (const buffer of buffers(list, count)) {
        if (file === 1) output.push(buffer.slice());
        else console.warn(new TextDecoder().decode(buffer.slice()));
        size += buffer.length;
      }
      view().setUint32(done, size, true);
      return SUCCESS;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return SUCCESS;
    },
    args_sizes_get(count, size) { return calls.environ_sizes_get(count, size); },
    environ_get: () => SUCCESS,
    args_get: () => SUCCESS,
    random_get(at, size) {
      crypto.getRandomValues(new Uint8Array(memory.buffer, at, size));
      return SUCCESS;
    },
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return SUCCESS;
    },
    proc_exit(code) { throw new Exit(code); },
    sched_yield: () => SUCCESS,
    fd_close: () => SUCCESS,
    fd_prestat_get: () => BAD_FILE,
  };
  const imports = new Proxy(calls, { get: (known, name) => known[name] ?? (() => NOT_SUPPORTED) });
  return { imports, start(instance) { memory = instance.exports.memory; } };
}

/** Runs the compiled program once with these bytes as its input, and returns what it writes. */
export async function run(program, input) {
  const output = [];
  const { imports, start } = system(input, output);
  const instance = await WebAssembly.instantiate(program, { wasi_snapshot_preview1: imports });
  start(instance);
  try {
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof Exit) || error.code !== 0) throw error;
  }
  return new Blob(output).text();
}

/** Compiles a program, which may be compressed with gzip: not every server says so. */
export async function load(url, progress = () => {}) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  let bytes = new Uint8Array(await response.arrayBuffer());
  progress(bytes.length);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  }
  return WebAssembly.compile(bytes);
}
