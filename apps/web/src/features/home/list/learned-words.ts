import { fold, type Id, LIMITS } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'
import { LOGOUT_EVENT } from '../../../session/index.ts'
import { keep, readKept } from '../../../shared/account/kept.ts'
import { SITTING_MS } from '../../../shared/changes/sitting.ts'
import { lastUse } from '../home-screen.ts'

/** A word of a search that found no card. */
export interface FailedWord {
  readonly word: string
  /** The other words of the same search. */
  readonly beside: readonly string[]
  /** When the search failed, in ms since 1970. */
  readonly at: number
  /** When the person last searched in the same sitting. Absent: at `at`. */
  readonly seenAt?: number
}

/** What this device stores for one workspace. */
export interface Learned {
  /** Latest last. */
  readonly failed: readonly FailedWord[]
  /** Pairs of a word and the tag or card that it was offered for, latest last. None is offered again. */
  readonly offered: readonly string[]
}

const FAILED_KEPT = 5
const OFFERED_KEPT = 500

export const NOTHING_LEARNED: Learned = { failed: [], offered: [] }

/** Whether a word can become a name: a plain single word of at least three letters. */
export function isLearnable(word: string): boolean {
  return word.length <= LIMITS.nameLength && /^\p{L}[\p{L}\p{M}\p{N}'’_-]{2,}$/u.test(word)
}

/**
 * Records words that found nothing. Of two words with the same beginning, the shorter is an unfinished form of
 * the longer.
 */
export function afterFailure(learned: Learned, words: readonly string[], at: number): Learned {
  const failed = words.filter(isLearnable).reduce<readonly FailedWord[]>((list, word) => {
    const longer = list.find((other) => isBeginning(word, other.word))
    const others = list.filter((other) => !isBeginning(other.word, word) && other !== longer)
    const beside = words.filter((other) => other !== word)
    return [...others, { word: longer?.word ?? word, beside, at }]
  }, afterSearch(learned, at).failed)
  return { ...learned, failed: failed.slice(-FAILED_KEPT) }
}

/** Extends the sitting of failed words, and removes those of an earlier sitting. */
export function afterSearch(learned: Learned, now: number): Learned {
  const failed = failedLately(learned, now).map((each) => ({ ...each, seenAt: now }))
  return { ...learned, failed: failed.toReversed() }
}

function isBeginning(start: string, word: string): boolean {
  return fold(word).startsWith(fold(start))
}

/** Words of this sitting that may be offered, latest first. */
export function failedLately(learned: Learned, now: number): readonly FailedWord[] {
  return learned.failed.filter(({ at, seenAt = at }) => now - seenAt < SITTING_MS && at <= now).toReversed()
}

/** The state after a word is offered for a tag or card. Null: it was offered before. */
export function afterOffer(learned: Learned, word: string, id: Id): Learned | null {
  const pair = `${fold(word)} ${id}`
  if (learned.offered.includes(pair)) return null
  return { ...learned, offered: [...learned.offered, pair].slice(-OFFERED_KEPT) }
}

/** The state after a card was used or changed. Forgets the failed words, which hardly belong to any later card. */
export function afterReaching(learned: Learned): Learned {
  return learned.failed.length === 0 ? learned : { ...learned, failed: [] }
}

const KEPT = 'learned-words'
const WORKSPACES_KEPT = 20

const byWorkspace = createStore<Readonly<Record<Id, Learned>>>(readAll)
awaitCards()
window.addEventListener(LOGOUT_EVENT, () => byWorkspace.setState({}, true))

export function learnedIn(workspaceId: Id): Learned {
  return byWorkspace.getState()[workspaceId] ?? NOTHING_LEARNED
}

export function setLearned(workspaceId: Id, learned: Learned): void {
  const { [workspaceId]: _, ...others } = byWorkspace.getState()
  const all = Object.entries({ ...others, [workspaceId]: learned }).slice(-WORKSPACES_KEPT)
  byWorkspace.setState(Object.fromEntries(all), true)
  awaitCards()
  keep('device', KEPT, byWorkspace.getState())
}

/** If there are failed words, cards used from now on are compared with them. */
function awaitCards(): void {
  if (Object.values(byWorkspace.getState()).some(({ failed }) => failed.length > 0))
    lastUse.setState({ isAwaited: true })
}

function readAll(): Readonly<Record<Id, Learned>> {
  const kept = readKept('device', KEPT)
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [Id, Learned] => isLearned(entry[1])),
  )
}

function isLearned(value: unknown): value is Learned {
  const { failed, offered } = { ...(value as Partial<Learned> | null) }
  return (
    Array.isArray(failed) &&
    failed.every(isFailedWord) &&
    Array.isArray(offered) &&
    offered.every((pair) => typeof pair === 'string')
  )
}

function isFailedWord(value: unknown): value is FailedWord {
  const { word, beside, at, seenAt = at } = { ...(value as Partial<FailedWord> | null) }
  return (
    typeof word === 'string' && Array.isArray(beside) && typeof at === 'number' && typeof seenAt === 'number'
  )
}
