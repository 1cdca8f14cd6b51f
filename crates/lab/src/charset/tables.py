"""Prints the tables of the encodings that encoding_rs lacks; `cargo lab gen-charset-tables` runs it.

Single-byte encodings come from Python's codecs, VISCII and IBM1047 from iconv. Johab is Python's, EUC-TW is iconv's (planes 1 to 3 of
CNS 11643, characters of the basic plane).
"""
import pathlib
import subprocess
import sys

# Name here, codec there, whether the low half is ASCII.
SINGLE = [
    ("ISO_8859_1", "latin_1", True),
    ("ISO_8859_9", "iso8859_9", True),
    ("ISO_8859_11", "iso8859_11", True),
    ("TIS_620", "tis_620", True),
    ("IBM437", "cp437", True),
    ("IBM720", "cp720", True),
    ("IBM737", "cp737", True),
    ("IBM775", "cp775", True),
    ("IBM850", "cp850", True),
    ("IBM852", "cp852", True),
    ("IBM855", "cp855", True),
    ("IBM857", "cp857", True),
    ("IBM858", "cp858", True),
    ("IBM860", "cp860", True),
    ("IBM861", "cp861", True),
    ("IBM862", "cp862", True),
    ("IBM863", "cp863", True),
    ("IBM864", "cp864", True),
    ("IBM865", "cp865", True),
    ("IBM869", "cp869", True),
    ("IBM1125", "cp1125", True),
    ("MAC_CE", "mac_latin2", True),
    ("MAC_GREEK", "mac_greek", True),
    ("MAC_TURKISH", "mac_turkish", True),
    ("MAC_ICELAND", "mac_iceland", True),
    ("MAC_CROATIAN", "mac_croatian", True),
    ("MAC_ROMANIAN", "mac_romanian", True),
    ("KOI8_T", "koi8_t", True),
    ("KZ1048", "kz1048", True),
    ("PTCP154", "ptcp154", True),
    ("VISCII", None, False),
    ("IBM037", "cp037", False),
    ("IBM273", "cp273", False),
    ("IBM424", "cp424", False),
    ("IBM500", "cp500", False),
    ("IBM1026", "cp1026", False),
    ("IBM1047", None, False),
]


def iconv(encoding, data):
    done = subprocess.run(["iconv", "-f", encoding, "-t", "UTF-8"], input=data, capture_output=True)
    return done.stdout.decode() if done.returncode == 0 else "\ufffd"


def decode(codec, data):
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        return "\ufffd"


def escaped(char):
    if char in '"\\':
        return "\\" + char
    # Format characters, marks and right-to-left letters would make the source hard to read.
    plain = char.isprintable() and not 0x0300 <= ord(char) < 0x0370 and not 0x0590 <= ord(char) < 0x0900
    thai = 0x0E00 <= ord(char) < 0x0E80
    presentation = 0xF000 <= ord(char)
    return char if plain and not thai and not presentation else "\\u{%x}" % ord(char)


def single():
    for name, codec, ascii_low in SINGLE:
        table = [decode(codec, bytes([b])) if codec else iconv(name, bytes([b])) for b in range(256)]
        assert all(len(char) == 1 for char in table)
        if ascii_low:
            # Two of the tables name other characters for control codes.
            assert table[0x20:0x7F] == [chr(b) for b in range(0x20, 0x7F)] or name == "IBM864", name
            table = table[128:]
        print(f'pub const {name}: &str = "' + "".join(map(escaped, table)) + '";\n')


def double(decode_pair, leads, trails):
    units = []
    for lead in leads:
        for trail in trails:
            text = decode_pair(bytes([lead, trail]))
            fits = len(text) == 1 and text != "\ufffd" and ord(text) < 0x10000
            units.append(ord(text) if fits else 0)
    return b"".join(unit.to_bytes(2, "little") for unit in units)


def main():
    folder = pathlib.Path(sys.argv[1])
    single()
    johab = double(lambda pair: decode("johab", pair), range(0x84, 0xFA), range(0x31, 0xFF))
    (folder / "johab.bin").write_bytes(johab)
    # One call of iconv for a plane: pairs are separated by line feeds, and what is not assigned is left out (-c).
    planes = b""
    for prefix in (b"", b"\x8e\xa2", b"\x8e\xa3"):
        for lead in range(0xA1, 0xFF):
            lines = b"".join(prefix + bytes([lead, trail]) + b"\n" for trail in range(0xA1, 0xFF))
            done = subprocess.run(["iconv", "-c", "-f", "EUC-TW", "-t", "UTF-16BE"], input=lines, capture_output=True)
            chars = done.stdout.decode("utf-16-be").split("\n")[:94]
            assert len(chars) == 94, (lead, len(chars))
            planes += b"".join(
                (ord(char) if len(char) == 1 and ord(char) < 0x10000 else 0).to_bytes(2, "little") for char in chars
            )
    (folder / "euc-tw.bin").write_bytes(planes)


main()
