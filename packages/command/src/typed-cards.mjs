/**
 * A typed card. `due` or `start` was given apart from the text; then no date is looked for in the text.
 * @typedef {{ text: string, type?: string | undefined, title?: string | undefined, tags: readonly string[],
 *   due: import('./client.mjs').DueWords | null, start: string | null, files?: readonly import('./client.mjs').AddedFile[] }} TypedCard
 * @typedef {{ row: number, due?: string, start?: string, recurrence?: string, tags: string[], words: string[] }} Understood
 */

/** Follows words that are no due date. */
export const NOT_UNDERSTOOD =
  'is not understood. Write a date such as 2026-03-01T14:00, or words such as “friday 14:00” or “every month”.'

/** Follows words that are no start date. */
export const NO_DAY =
  'is not understood. Write a day such as 2026-03-01, or words such as “monday” or “in 3 days”.'

/**
 * The day that words such as `monday` mean as a start date. Null: not understood, or more than a day.
 * @param {import('./client.mjs').Client} client
 * @param {string} words
 */
export async function readStart(client, words) {
  const read = words.length > 200 ? null : await client.readDue(words)
  return read === null || read.recurrence !== null || read.dueAt.includes('T') ? null : read.dueAt
}

/**
 * Records for the import call. The server reads the texts as the searchbar does: `#tag`, and for todos dates
 * and repetition, by the clock of this machine. Without a type, a text that begins with an address is a link,
 * one with a date a todo, and any other a note.
 * @param {import('./client.mjs').Client} client
 * @param {readonly TypedCard[]} cards
 * @param {boolean} isPlain whether texts stay as they are
 */
export async function recordsOf(client, cards, isPlain) {
  const read = isPlain ? [] : await client.readTexts(cards.map(askedFor))
  /** @type {Understood[]} */
  const understood = []
  /** @type {import('./client.mjs').ReadText['tags']} */
  const nested = []
  const records = cards.map((card, at) => {
    const text = read[at] ?? { ...NOTHING_READ, content: card.text }
    const { tags, understood: chips } = text
    // Cards get the parent tag too: a token of the scope `add` can't relate tags.
    const names = tags.flatMap(({ tag_name, display_name = tag_name, parents }) => [
      display_name,
      ...parents.slice(0, 1),
    ])
    nested.push(...tags.filter(({ parents }) => parents.length > 0))
    const due = card.due ?? (text.dueAt ? { dueAt: text.dueAt, recurrence: text.recurrence } : null)
    const start = card.start ?? text.startAt
    if (chips.length > 0)
      understood.push({
        row: at + 1,
        ...(text.dueAt && { due: text.dueAt }),
        ...(text.startAt && { start: text.startAt }),
        ...(text.recurrence && { recurrence: text.recurrence }),
        tags: names,
        words: chips.map(({ words }) => words),
      })
    return recordOf(card, text.content, [...card.tags, ...names], due, start)
  })
  return { records, understood, nested }
}

/** @type {import('./client.mjs').ReadText} */
const NOTHING_READ = {
  type: null,
  content: '',
  tags: [],
  dueAt: null,
  recurrence: null,
  startAt: null,
  understood: [],
}

/** @param {TypedCard} card */
function askedFor({ text, type, due, start }) {
  const isDated = due !== null || start !== null
  const given = type ?? (ADDRESS.test(text) ? 'link' : isDated ? 'note' : undefined)
  const kind = given === 'todo' && isDated ? 'note' : given
  return { content: text, ...(kind !== undefined && { type: kind === 'link' ? 'hyperlink' : kind }) }
}

const ADDRESS = /^https?:\/\/\S+/

/**
 * @param {TypedCard} card
 * @param {string} text
 * @param {readonly string[]} tags
 * @param {import('./client.mjs').DueWords | null} due
 * @param {string | null | undefined} start a server of an earlier release answers none
 * @returns {import('./client.mjs').AddedRecord}
 */
function recordOf({ type, title, files = [] }, text, tags, due, start) {
  const about = {
    tags: [...new Set(tags)],
    ...(due !== null && { dueAt: due.dueAt }),
    ...(due?.recurrence != null && { recurrence: due.recurrence }),
    ...(start && { startAt: start }),
    ...(files.length > 0 && {
      files: files.map(({ hash, name, type, size }) => ({ hash, name, type, size })),
    }),
  }
  const address = ADDRESS.exec(text)?.[0]
  if (address !== undefined && (type === undefined || type === 'link'))
    return { url: address, title: title ?? text.slice(address.length).trim(), ...about }
  const given = type ?? (due === null && !start ? 'note' : 'todo')
  return { type: given, content: title === undefined ? text : `${title}\n\n${text}`, ...about }
}

/**
 * Tags and dates that were read from a text, as people read them: `due Sun 29 Nov 2026 14:00 (“every sunday
 * at 14:00”), #phone`.
 * @param {Understood} understood
 */
export function sayUnderstood({ due, start, recurrence, tags, words }) {
  const repeats =
    recurrence === undefined ? '' : ` (“${words.filter((each) => !each.startsWith('#')).join(' ')}”)`
  const when = due === undefined ? [] : [`due ${sayDay(due)}${repeats}`]
  if (start !== undefined) when.push(`starts ${sayDay(start)}`)
  return [...when, ...tags.map((name) => `#${name.replaceAll(' ', '_')}`)].join(', ')
}

/** @param {string} due a day, or a minute of a day */
function sayDay(due) {
  const [day = '', time] = due.split('T')
  const said = new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return [said.replaceAll(',', ''), ...(time === undefined ? [] : [time])].join(' ')
}
