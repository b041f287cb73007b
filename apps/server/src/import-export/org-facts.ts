import type { Ledger } from './ledger.ts'
import type { OrgSection, OrgStates } from './org-headings.ts'

/** The fields of a section, and its text without them. */
export interface OrgFacts {
  /** By name: from the drawer of properties, the line below the heading, and the keywords of the file. */
  readonly values: Record<string, unknown>
  readonly lines: readonly string[]
  /** When a task was completed, from the log of its states. */
  readonly completed: readonly string[]
}

const PLANNED = /^\s*(?:SCHEDULED|DEADLINE|CLOSED):/
const PLANS = /(SCHEDULED|DEADLINE|CLOSED):\s*([<[][^>\]]{0,200}[>\]](?:--?-?[<[][^>\]]{0,200}[>\]])?)/g
const DRAWER = /^\s*:([\w-]{1,100}):\s*$/
const KEYWORD = /^#\+([\w-]{1,100}):(.*)$/
const STATE = /^\s*- State\s+"([^"]{1,100})"\s.*?(\[[^\]]{1,100}\])\s*(?:\\\\\s*)?$/
/** What Emacs logs when a task is rescheduled. */
const MOVED =
  /^\s*- (?:Rescheduled from|Not scheduled, was|New deadline from|Removed deadline, was|Refiled on) /

/** Separates drawers, the line of dates and the file's keywords from the text of a section. */
export function factsOf({ level, lines }: OrgSection, states: OrgStates, ledger: Ledger): OrgFacts {
  // Without a prototype: a property may be named `constructor`.
  const values: Record<string, unknown> = Object.create(null)
  const add = (name: string, value: string) => {
    const key = name.replace(/\+$/, '')
    const held = values[key]
    values[key] = held === undefined ? value : [held, value].flat()
  }
  const rest: string[] = []
  const completed: string[] = []
  const log = (line: string): boolean => {
    const [isState, name = '', time = ''] = STATE.exec(line) ?? []
    if (isState !== undefined && states.get(name)?.isDone) completed.push(time)
    else if (isState !== undefined || MOVED.test(line)) ledger.note('LOGBOOK', line)
    else if (/^\s*CLOCK:/.test(line)) ledger.note('CLOCK', line)
    else return false
    return true
  }
  let at = 0
  if (level > 0)
    for (; PLANNED.test(lines[at] ?? ''); at++) {
      const others = (lines[at] ?? '').replace(PLANS, (_, name: string, value: string) => {
        add(name, value)
        return ''
      })
      if (others.trim() !== '') rest.push(others)
    }
  const lastEnd = lines.findLastIndex((line) => /^\s*:END:\s*$/i.test(line))
  let drawer = ''
  let isBlock = false
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (/^\s*#\+(?:begin|end)_/i.test(line)) isBlock = /^\s*#\+begin/i.test(line)
    const name = isBlock || at >= lastEnd ? undefined : DRAWER.exec(line)?.[1]
    if (drawer !== '' && /^\s*:END:\s*$/i.test(line)) drawer = ''
    else if (drawer === 'PROPERTIES') {
      const [word = ''] = line.trim().split(/\s/, 1)
      if (word.length < 3 || !word.startsWith(':') || !word.endsWith(':')) rest.push(line)
      else add(word.slice(1, -1), line.trim().slice(word.length).trim())
    } else if (name !== undefined && drawer === '') drawer = name.toUpperCase()
    else if (!isBlock && log(line)) continue
    else {
      const [isKeyword, key = '', value = ''] = level === 0 && !isBlock ? (KEYWORD.exec(line) ?? []) : []
      if (isKeyword === undefined || TEXTUAL.test(key)) rest.push(line)
      else add(key, value.trim())
    }
  }
  return { values, lines: rest, completed }
}

/** Keywords that belong to the text around them. */
const TEXTUAL = /^(?:begin|end|caption|results|name|tblfm|attr_.*|header|plot|call|include)$/i
