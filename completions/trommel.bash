_trommel() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="trommel"
                ;;
            trommel,altcount)
                cmd="trommel__subcmd__altcount"
                ;;
            trommel,blockdedup)
                cmd="trommel__subcmd__blockdedup"
                ;;
            trommel,charset)
                cmd="trommel__subcmd__charset"
                ;;
            trommel,completions)
                cmd="trommel__subcmd__completions"
                ;;
            trommel,cutbounds)
                cmd="trommel__subcmd__cutbounds"
                ;;
            trommel,factorends)
                cmd="trommel__subcmd__factorends"
                ;;
            trommel,freqlines)
                cmd="trommel__subcmd__freqlines"
                ;;
            trommel,help)
                cmd="trommel__subcmd__help"
                ;;
            trommel,htmlblocks)
                cmd="trommel__subcmd__htmlblocks"
                ;;
            trommel,lcsdup)
                cmd="trommel__subcmd__lcsdup"
                ;;
            trommel,linenorm)
                cmd="trommel__subcmd__linenorm"
                ;;
            trommel,man)
                cmd="trommel__subcmd__man"
                ;;
            trommel,neardup)
                cmd="trommel__subcmd__neardup"
                ;;
            trommel,overlap)
                cmd="trommel__subcmd__overlap"
                ;;
            trommel,textstats)
                cmd="trommel__subcmd__textstats"
                ;;
            trommel,trommel-report)
                cmd="trommel__subcmd__trommel__subcmd__report"
                ;;
            trommel,uniqwords)
                cmd="trommel__subcmd__uniqwords"
                ;;
            trommel__subcmd__charset,list)
                cmd="trommel__subcmd__charset__subcmd__list"
                ;;
            trommel__subcmd__charset,train)
                cmd="trommel__subcmd__charset__subcmd__train"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        trommel)
            opts="-h -V --install --help --version help man completions linenorm freqlines cutbounds factorends uniqwords lcsdup charset htmlblocks altcount blockdedup neardup overlap textstats trommel-report"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --install)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__altcount)
            opts="-0 -E -r -o -q -j -h -V --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --method --unit --at --align --fit-on --model --apply --emit --trace --score --offsets --strip-tags --color --out-dir --strip-prefix --skip-existing --raw-output --format --header --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --method)
                    COMPREPLY=($(compgen -W "best paper" -- "${cur}"))
                    return 0
                    ;;
                --unit)
                    COMPREPLY=($(compgen -W "char byte" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fit-on)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --model)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --apply)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --emit)
                    COMPREPLY=($(compgen -W "text cut ranges useful useless records html" -- "${cur}"))
                    return 0
                    ;;
                --score)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --offsets)
                    COMPREPLY=($(compgen -W "text source" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --out-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --strip-prefix)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "jsonl tsv csv" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__blockdedup)
            opts="-0 -E -n -r -o -q -j -S -T -h -V --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --method --tokens --fold --threshold --stub --no-smoothing --unit --min-span --exact --keep-within --keep --against --against-only --seen --grams --vertical --doc-tag --block-tag --emit --part --ranges --round --frames --blocks-before --repeated --counts --verdicts --out-dir --strip-prefix --skip-existing --raw-output --format --header --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --buffer-size --temporary-directory --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --method)
                    COMPREPLY=($(compgen -W "best paper" -- "${cur}"))
                    return 0
                    ;;
                --tokens)
                    COMPREPLY=($(compgen -W "space word word-fold" -- "${cur}"))
                    return 0
                    ;;
                --fold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threshold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stub)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --unit)
                    COMPREPLY=($(compgen -W "block line document span" -- "${cur}"))
                    return 0
                    ;;
                --min-span)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keep)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --against)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seen)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --grams)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --doc-tag)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --block-tag)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --emit)
                    COMPREPLY=($(compgen -W "documents removed report grams estimate seen" -- "${cur}"))
                    return 0
                    ;;
                --part)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ranges)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --round)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --frames)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blocks-before)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --repeated)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --counts)
                    COMPREPLY=($(compgen -W "kept all nothing" -- "${cur}"))
                    return 0
                    ;;
                --verdicts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --out-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --strip-prefix)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "jsonl tsv csv" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --buffer-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -S)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --temporary-directory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -T)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__charset)
            opts="-0 -E -T -r -o -q -j -h -V --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --language --encodings --method --declared --min-margin --models --top --to-utf8 --repair --out-dir --strip-prefix --skip-existing --temporary-directory --keep-language --min-share --unit --left-out --raw-output --format --header --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --help --version train list"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encodings)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --method)
                    COMPREPLY=($(compgen -W "best paper" -- "${cur}"))
                    return 0
                    ;;
                --declared)
                    COMPREPLY=($(compgen -W "trust hint ignore" -- "${cur}"))
                    return 0
                    ;;
                --min-margin)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --models)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --top)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --out-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --strip-prefix)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --temporary-directory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -T)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keep-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-share)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --unit)
                    COMPREPLY=($(compgen -W "document block line" -- "${cur}"))
                    return 0
                    ;;
                --left-out)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "jsonl tsv csv" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__charset__subcmd__list)
            opts="-r -o -q -h --encodings --languages --models --raw-output --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --models)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__charset__subcmd__train)
            opts="-0 -E -o -q -h --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --language --encodings --plain --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encodings)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__completions)
            opts="-h --help bash elvish fish powershell zsh"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__cutbounds)
            opts="-0 -E -k -r -o -q -j -h -V --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --freq --shapes --more-than --by --method --head --tail --gap --head-marker --tail-marker --min-confidence --max-loss --anywhere --no-markers --suspect --min-chars --keep-trivial --emit --explain --out-dir --strip-prefix --skip-existing --raw-output --format --header --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --freq)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --shapes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --more-than)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -k)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --method)
                    COMPREPLY=($(compgen -W "best paper" -- "${cur}"))
                    return 0
                    ;;
                --head)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tail)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gap)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --head-marker)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tail-marker)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-loss)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --anywhere)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --suspect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-chars)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --emit)
                    COMPREPLY=($(compgen -W "bounds body preamble epilogue anywhere html" -- "${cur}"))
                    return 0
                    ;;
                --out-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --strip-prefix)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "jsonl tsv csv" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__factorends)
            opts="-0 -E -k -o -q -j -h -V --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --bounds --freq --more-than --min-bytes --anywhere --share --min-chars --keep-trivial --group --link --shared-dir --restore --force --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --out-dir --strip-prefix --skip-existing --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --bounds)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --freq)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --more-than)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -k)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --share)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-chars)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group)
                    COMPREPLY=($(compgen -W "exact space markup wording" -- "${cur}"))
                    return 0
                    ;;
                --link)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --shared-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --restore)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --out-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --strip-prefix)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__freqlines)
            opts="-R -k -r -S -T -j -o -q -h -V --raw-input --max-input-size --more-than --min-count --max-count --top --unsorted --per-doc --by-file --by --min-share --example --backend --hash --bits --counter-bits --morris --counters --rows --rate --seed --raw-output --format --header --buffer-size --temporary-directory --threads --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --more-than)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -k)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-count)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-count)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --top)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-share)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backend)
                    COMPREPLY=($(compgen -W "exact external twopass fingerprint counters majority countmin sample" -- "${cur}"))
                    return 0
                    ;;
                --hash)
                    COMPREPLY=($(compgen -W "xxh3 crc64" -- "${cur}"))
                    return 0
                    ;;
                --bits)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --counter-bits)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --counters)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rows)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "jsonl tsv csv" -- "${cur}"))
                    return 0
                    ;;
                --buffer-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -S)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --temporary-directory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -T)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__help)
            opts="-h --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__htmlblocks)
            opts="-0 -E -s -r -o -q -j -h -V --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --stoplist --method --length-low --length-high --stopwords-low --stopwords-high --max-link-density --max-heading-distance --no-headings --compat --title --comments --allow-empty --explain --emit --links --metadata --raw-output --out-dir --strip-prefix --skip-existing --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stoplist)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -s)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --method)
                    COMPREPLY=($(compgen -W "best paper" -- "${cur}"))
                    return 0
                    ;;
                --length-low)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --length-high)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stopwords-low)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stopwords-high)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-link-density)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-heading-distance)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --title)
                    COMPREPLY=($(compgen -W "auto keep drop" -- "${cur}"))
                    return 0
                    ;;
                --comments)
                    COMPREPLY=($(compgen -W "auto keep drop" -- "${cur}"))
                    return 0
                    ;;
                --emit)
                    COMPREPLY=($(compgen -W "blocks text markdown html" -- "${cur}"))
                    return 0
                    ;;
                --out-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --strip-prefix)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__lcsdup)
            opts="-R -r -o -q -j -h -V --raw-input --max-input-size --against --find --expect --of-pairs --spread --exhaustive --score --threshold --min-lcs --shard --emit --prefer --keep --min-share --clusters --align --texts --svg --raw-output --format --header --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --against)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --find)
                    COMPREPLY=($(compgen -W "both books passages" -- "${cur}"))
                    return 0
                    ;;
                --expect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --of-pairs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --spread)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --score)
                    COMPREPLY=($(compgen -W "excess its cs jaccard" -- "${cur}"))
                    return 0
                    ;;
                --threshold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-lcs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --shard)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --emit)
                    COMPREPLY=($(compgen -W "pairs passages clusters keep drop html" -- "${cur}"))
                    return 0
                    ;;
                --keep)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --prefer)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-share)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --texts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --svg)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "jsonl tsv csv" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__linenorm)
            opts="-0 -E -r -o -q -j -h -V --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --head --tail --ends --unit --original --shape --fold --by --min-chars --keep-trivial --raw-output --format --header --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --head)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tail)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ends)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --unit)
                    COMPREPLY=($(compgen -W "line sentence" -- "${cur}"))
                    return 0
                    ;;
                --fold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-chars)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "jsonl tsv csv" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__man)
            opts="-h --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__neardup)
            opts="-0 -E -T -o -q -j -h -V --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --similarity --shingle --exact --single --complete --method --fold --key --text --normalise-url --keep --mark --emit --sketches --index --add --only-against --merge --delete --temporary-directory --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --similarity)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --shingle)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --method)
                    COMPREPLY=($(compgen -W "best paper" -- "${cur}"))
                    return 0
                    ;;
                --fold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --key)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keep)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --emit)
                    COMPREPLY=($(compgen -W "documents drop pairs groups sketches report" -- "${cur}"))
                    return 0
                    ;;
                --index)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --merge)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --delete)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --temporary-directory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -T)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__overlap)
            opts="-0 -E -n -o -q -j -h -V --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --items --item-text --item-id --set-field --threshold --rule --max-edits --expect --common --emit --texts --snap --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --items)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --item-text)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --item-id)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threshold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rule)
                    COMPREPLY=($(compgen -W "gpt3 llama olmo deepseek" -- "${cur}"))
                    return 0
                    ;;
                --max-edits)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --common)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --emit)
                    COMPREPLY=($(compgen -W "hits items clean cut mark html" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__textstats)
            opts="-0 -E -o -q -j -h -V --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --rules --keep --measures --words --language --language-share --emit --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keep)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --measures)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --words)
                    COMPREPLY=($(compgen -W "auto space" -- "${cur}"))
                    return 0
                    ;;
                --language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --emit)
                    COMPREPLY=($(compgen -W "stats quantiles" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__trommel__subcmd__report)
            opts="-o -q -h -V --yield --each --title --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --yield)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --title)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        trommel__subcmd__uniqwords)
            opts="-0 -E -r -o -q -j -h -V --null --files-from --files0-from --encoding --input-format --text-field --id-field --only --except --only-hosts --except-hosts --max-document-size --max-input-size --warc-media-types --warc-min-size --warc-max-size --vocabulary --shingles --mod --dense --fold --no-positions --positions --fields --numbers --places --raw-output --output --output-format --structure-fields --structure-language --no-mark --hosts --line-buffered --quiet --max-errors --rejects --stats --progress --threads --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -E)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-format)
                    COMPREPLY=($(compgen -W "auto warc parquet zip tar jsonl vertical csv tsv text" -- "${cur}"))
                    return 0
                    ;;
                --text-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --id-field)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --except-hosts)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-document-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-input-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-media-types)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-min-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warc-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --shingles)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --mod)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --numbers)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "auto jsonl csv tsv parquet vertical prevertical" -- "${cur}"))
                    return 0
                    ;;
                --structure-fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --structure-language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _trommel -o nosort -o bashdefault -o default trommel
else
    complete -F _trommel -o bashdefault -o default trommel
fi
