# What the builds of this folder share. A Makefile sets SOURCES and PATTERNS, includes this, and says what is made from $(OUT)/parts/N.list.
#
# The unit of work is a part of the sources: one that is new, changed or gone makes the steps of its part run again, and no others. Names may hold
# anything but a line feed. A result is complete or not there. What cannot be read is named, and why stands in $(OUT)/stats/*.rejects; where there
# are more than MAX_ERRORS in a part make stops, and `make -k` goes on with the other parts.

OUT ?= build
PARTS ?= 4
# So many sources of a part may be unreadable: a number, or a share.
MAX_ERRORS ?= 5

SHELL := bash
.SHELLFLAGS := -eo pipefail -c
.DELETE_ON_ERROR:
.SECONDARY:
MAKEFLAGS += --no-builtin-rules

here := $(dir $(realpath $(lastword $(MAKEFILE_LIST))))
# list FOLDER,NAME: divides the sources of a folder among $(OUT)/NAME/N.list.
list = $(shell '$(here)parts' '$(OUT)/$(2)' $(PARTS) '$(1)' -false $(PATTERNS:%=-o -name '%'))$(if $(filter-out 0,$(.SHELLSTATUS)),$(error $(1): cannot be listed))
ifneq ($(MAKECMDGOALS),clean)
  $(call list,$(SOURCES),parts)
endif

numbers := $(shell seq $(PARTS))
# The files of a step, one a part.
each = $(numbers:%=$(OUT)/$(1)/%.jsonl)

.PHONY: all clean
all: $(OUT)/report.html
clean:
	rm -rf '$(OUT)'

# Begins a recipe: makes the folders. The names of a part; options of a tool that reads sources, and of any; the stats of a step, for the report.
start = @mkdir -p $(@D) $(OUT)/stats && rm -f $(stats)
names = cut -d ' ' -f 3- $(filter %.list,$^)
stats = $(OUT)/stats/$(subst /,-,$(patsubst $(OUT)/%.jsonl,%,$@)).jsonl
tolerate = --max-errors $(MAX_ERRORS) --rejects $(stats:.jsonl=.rejects) --stats $(stats)
logs = $(foreach step,$(1),$(if $(wildcard $(OUT)/stats/$(step)-1.jsonl),$(numbers:%=$(OUT)/stats/$(step)-%.jsonl),$(OUT)/stats/$(step).jsonl))

# Puts $(1) in the place of $(2) where they differ. What keeps its content keeps its time, and nothing that depends on it is made again; its rule has an
# empty recipe, after which make looks at its time.
replace = cmp -s $(1) $(2) || { cp $(1) $(2).new && mv $(2).new $(2); }
