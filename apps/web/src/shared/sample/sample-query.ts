import { NOTHING_ASKED, parseSearch } from '@cardinal/domain'

/** Cards in sight; the count says how many there are. */
const SHOWN = 6

/** Returns what the sandbox asks of the sample workspace for the text of its bar. */
export function sampleQuery(text: string) {
  return {
    type: null,
    search: parseSearch(text),
    second: NOTHING_ASKED,
    onlyTags: false,
    colors: [],
    dates: null,
    done: null,
    order: { by: 'recently', of: 'added' },
    offset: 0,
    limit: SHOWN,
    parts: 'all',
  } as const
}
