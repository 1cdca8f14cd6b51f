"""Prints the encoding that a detector of Python finds for each file named on standard input.

The last line has the CPU seconds that it took.
"""
import importlib
import sys
import time

module = importlib.import_module(sys.argv[1])
start = time.process_time()
for line in sys.stdin:
    with open(line.rstrip("\n"), "rb") as file:
        data = file.read()
    if module.__name__ != "charset_normalizer":
        answer = module.detect(data)["encoding"]
    else:
        best = module.from_bytes(data).best()
        answer = best.encoding if best else None
    print(answer or "-")
print(time.process_time() - start)
