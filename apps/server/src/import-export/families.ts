import { LIMITS } from '@cardinal/domain'
import type { FoundCard } from './found.ts'
import type { Ledger } from './ledger.ts'

/** A task in a file, with the key of its parent. */
export interface Member {
  /** Unique in the file. */
  readonly key: string
  /** Null: it has no parent. */
  readonly parent: string | null
  readonly card: FoundCard
  /** The field that names the parent. A parent outside of the file is listed by it. Absent: it may be no task. */
  readonly parentField?: string
  /** Whether it is never a subtask. Absent: no. */
  readonly staysCard?: boolean
}

/**
 * Nests tasks in their parents, whatever the order. A task with only a text becomes a subtask; others stay cards,
 * linked as children. A cycle is broken at one of its tasks.
 */
export function joinFamilies(members: readonly Member[], ledger: Ledger): FoundCard[] {
  const parents = parentsOf(members, ledger)
  const childrenOf = new Map<string, Member[]>()
  for (const member of members) {
    const parent = parents.get(member.key)
    if (parent === undefined) continue
    const siblings = childrenOf.get(parent)
    if (siblings === undefined) childrenOf.set(parent, [member])
    else siblings.push(member)
  }
  const cards: FoundCard[] = []
  const waiting = members.filter(({ key }) => !parents.has(key)).reverse()
  for (let member = waiting.pop(); member !== undefined; member = waiting.pop()) {
    const { card, key } = member
    const parent = parents.get(key)
    let room = LIMITS.subnotesPerCard - card.subnotes.length
    const subtasks: Member[] = []
    const others: Member[] = []
    for (const child of childrenOf.get(key) ?? []) {
      const isSubtask =
        child.staysCard !== true && room > 0 && !childrenOf.has(child.key) && isTextAlone(child.card, card)
      if (isSubtask) room--
      ;(isSubtask ? subtasks : others).push(child)
    }
    for (const { card: inside } of subtasks) {
      noteTime('created', inside.createdAt, card.createdAt, ledger)
      noteTime('done', inside.doneAt, card.doneAt, ledger)
    }
    const ticked = subtasks.map((child) => ({
      text: child.card.content.trim(),
      isTicked: child.card.doneAt !== null,
    }))
    cards.push({
      ...card,
      subnotes: [...card.subnotes, ...ticked],
      links:
        parent === undefined && others.length === 0
          ? null
          : {
              key,
              parents: parent === undefined ? [] : [parent],
              children: others.map((child) => child.key),
            },
    })
    for (const child of others.reverse()) waiting.push(child)
  }
  return cards
}

/**
 * Notes a time as lost that a subtask can't have, unless its parent has the same time, or it is the time of the
 * import.
 */
function noteTime(name: string, time: number | null, ofParent: number | null, ledger: Ledger): void {
  if (time === null || time === ofParent || time > Date.now() - READING_MS) return
  ledger.note(`time of a subtask: ${name}`, new Date(time).toISOString())
}

/**
 * ms before now in which a time counts as that of the import. Tasks without a time of completion get the present
 * time.
 */
const READING_MS = 600_000

/** The parents that are in the file, without cycles. */
function parentsOf(members: readonly Member[], ledger: Ledger): Map<string, string> {
  const keys = new Set(members.map(({ key }) => key))
  const parents = new Map<string, string>()
  for (const { key, parent, parentField } of members)
    if (parent !== null && parent !== key && keys.has(parent)) parents.set(key, parent)
    else if (parent !== null && parentField !== undefined)
      ledger.note(parentField, parent, { isGarbled: true })
  const seen = new Set<string>()
  for (const { key } of members) {
    const path = new Set<string>()
    for (let at: string | undefined = key; at !== undefined && !seen.has(at); at = parents.get(at)) {
      seen.add(at)
      path.add(at)
      const above = parents.get(at)
      if (above !== undefined && path.has(above)) parents.delete(at)
    }
  }
  return parents
}

/** Whether the card can become a subtask of its parent without losing anything. */
function isTextAlone(card: FoundCard, parent: FoundCard): boolean {
  const { content, tags, folders, subnotes, dueAt, startAt, recurrence, color, type } = card
  return (
    (type === 'todo' || (type === 'note' && parent.type === 'note')) &&
    !content.trim().includes('\n') &&
    content.length <= LIMITS.subnoteLength &&
    tags.every((tag) => parent.tags.includes(tag)) &&
    folders.every((folder) => parent.folders.includes(folder)) &&
    subnotes.length === 0 &&
    dueAt === null &&
    startAt === null &&
    recurrence === null &&
    color === null
  )
}
