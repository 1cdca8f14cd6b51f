# Records with counts count that often, lines as they are.
printf '{"count":5,"text":"a"}\n{"count":7,"text":"a \\"b\\""}\n{"doc":"d","line":1,"text":"a"}\n{"text":"a \\u0022b\\u0022","extra":[1]}\n' | freqlines -k 0
