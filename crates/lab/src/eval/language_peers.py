"""Prints the language that an identifier of Python finds for each text on standard input, one a line.

The last line has the CPU seconds that it took, its models being loaded.
"""
import sys
import time


def identifier(name):
    if name == "py3langid":
        import py3langid

        return lambda text: py3langid.classify(text)[0]
    if name == "langdetect":
        import langdetect

        langdetect.DetectorFactory.seed = 0

        def detect(text):
            try:
                return langdetect.detect(text)
            except langdetect.LangDetectException:
                return None

        return detect
    if name == "pycld2":
        import pycld2

        def detect(text):
            try:
                return pycld2.detect(text, bestEffort=True)[2][0][1]
            except pycld2.error:
                return None

        return detect
    if name == "gcld3":
        import gcld3

        known = gcld3.NNetLanguageIdentifier(min_num_bytes=0, max_num_bytes=4000)
        return lambda text: known.FindLanguage(text=text).language
    import lingua

    detector = lingua.LanguageDetectorBuilder.from_all_languages().with_preloaded_language_models().build()

    def detect(text):
        found = detector.detect_language_of(text)
        return found.iso_code_639_1.name.lower() if found else None

    return detect


identify = identifier(sys.argv[1])
texts = [line.rstrip("\n") for line in sys.stdin]
identify(texts[0])
start = time.process_time()
answers = [identify(text) or "-" for text in texts]
seconds = time.process_time() - start
print("\n".join(answers))
print(seconds)
