/** A heading with the lines below it, up to the next heading. The text above the first heading has level 0. */
export interface OrgSection {
  readonly level: number
  /** Without its stars. */
  readonly heading: string
  readonly lines: readonly string[]
}

export interface OrgHeading {
  /** Null: no task. */
  readonly state: OrgState | null
  /** A letter or number, in lower case; '': none. */
  readonly priority: string
  readonly title: string
  readonly tags: readonly string[]
}

interface OrgState {
  readonly name: string
  readonly isDone: boolean
}

/** Keywords for the states of tasks: keywords that the file defines, else the usual ones. */
export type OrgStates = ReadonlyMap<string, OrgState>

/** Keywords of Emacs, Orgzly, beorg, Logseq, Doom and Spacemacs, and the examples of their manuals. */
const USUAL_OPEN =
  'TODO,NEXT,WAITING,WAIT,HOLD,STARTED,INPROGRESS,IN-PROGRESS,DOING,NOW,LATER,SOMEDAY,MAYBE,PROJ,PROJECT,STRT,LOOP,IDEA,FEEDBACK,VERIFY'
const USUAL_DONE = 'DONE,CANCELLED,CANCELED,CNCL,KILL,DELEGATED'
export const CANCELLED = /^(?:cancell?ed|cncl|kill)$/i

/** Reads `#+TODO: TODO(t) NEXT(n@/!) | DONE(d)`. Without a bar the last keyword means done. */
export function statesIn(text: string): OrgStates {
  const states = new Map<string, OrgState>()
  const add = (names: readonly string[], isDone: boolean) => {
    for (const name of names) states.set(name, { name, isDone })
  }
  for (const [, line = ''] of text.matchAll(/^#\+(?:SEQ_|TYP_)?TODO:[ \t]*(.{1,2000})$/gim)) {
    const [open = '', done] = line.split('|')
    const [before, behind = []] = [open, done].map((part) =>
      (part ?? '').split(/\s+/).flatMap((word) => word.split('(', 1)[0] || []),
    )
    add(done === undefined ? (before ?? []).slice(0, -1) : (before ?? []), false)
    add(done === undefined ? (before ?? []).slice(-1) : behind, true)
  }
  if (states.size === 0) {
    add(USUAL_OPEN.split(','), false)
    add(USUAL_DONE.split(','), true)
  }
  return states
}

/** The sections of a file, in its order. */
export function* sectionsIn(text: string): Generator<OrgSection> {
  let [level, heading, lines]: [number, string, string[]] = [0, '', []]
  for (const line of linesIn(text)) {
    const stars = line.startsWith('*') ? line.search(/[^*]|$/) : 0
    if (stars === 0 || !/[ \t]/.test(line[stars] ?? '')) {
      lines.push(line)
      continue
    }
    yield { level, heading, lines }
    ;[level, heading, lines] = [stars, line.slice(stars).trim(), []]
  }
  yield { level, heading, lines }
}

function* linesIn(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end < 0 ? text.length : end)
    yield line.endsWith('\r') ? line.slice(0, -1) : line
    start = end < 0 ? text.length + 1 : end + 1
  }
}

/** Reads `TODO [#A] Title :tag:tag:`. A keyword alone is a title. */
export function orgHeadingIn(heading: string, states: OrgStates): OrgHeading {
  let title = heading
  const [word = ''] = title.split(/\s/, 1)
  const state = states.get(word)
  const isTask = state !== undefined && title.length > word.length
  if (isTask) title = title.slice(word.length).trim()
  const [isSet, priority = ''] = /^\[#([A-Za-z\d]{1,2})\]\s*/.exec(title) ?? []
  if (isSet !== undefined) title = title.slice(isSet.length)
  const tags = tagsAtEnd(title)
  if (tags !== null) title = title.slice(0, tags.start).trim()
  return {
    state: isTask ? state : null,
    priority: priority.toLowerCase(),
    title,
    tags: tags?.names ?? [],
  }
}

/** Reads `:tag:tag:` at the end of a heading. */
function tagsAtEnd(title: string): { readonly start: number; readonly names: string[] } | null {
  const start = Math.max(title.lastIndexOf(' '), title.lastIndexOf('\t')) + 1
  const word = title.slice(start)
  const names = word.length > 2 && word.startsWith(':') && word.endsWith(':') ? namesIn(word) : []
  return names.length > 0 ? { start, names } : null
}

/** Reads `:a:b:`, `a b` and `a, b` as two names. A context begins with @. */
export function namesIn(text: string): string[] {
  return text.split(/[\s:,]+/).flatMap((name) => name.replace(/^@/, '') || [])
}
