import { KeptTexts } from '../../../server/test/support/kept-texts.ts'
import type { Findings } from './healing.ts'
import { namesOfStandIns } from './made-by-acts.ts'
import { deletedWorkspaces } from './moving.ts'
import type { Act } from './person.ts'
import { added, type Place, removed, type TextEdit } from './wish.ts'
import { wordsIn } from './words.ts'
import type { World } from './world.ts'

/**
 * Searches every word that a device reported as saved. It must be where it was written, unless a person who had
 * seen it removed it. An act removes a word if its tab showed the word when the form was opened (or the key
 * pressed), and the new text lacks it.
 */
export function textFindings(world: World, acts: readonly Act[]): Findings {
  const kept = new KeptTexts(world.server.databaseFile, world.userId)
  try {
    const holdings = new Holdings(world, kept)
    const carriedOut = new Set(kept.carriedOut().map(({ key }) => key))
    const ofDeleted = inDeletedWorkspaces(world, acts, carriedOut)
    const cardsMoved = placesMoved(world, acts)
    const ofTwo = new Set([...world.movedByTwo.values()].map(({ cardId }) => `card ${cardId}`))
    const isMoved = (act: Act) =>
      ofDeleted(act) === 'moved' ||
      act.keys.some((key) => world.movedKeys.has(key)) ||
      act.texts.some(({ place }) => cardsMoved.has(place) || ofTwo.has(place))
    const taken = wordsTakenAway(acts.filter((act) => isDone(world, act, carriedOut, holdings, isMoved(act))))
    return acts
      .filter((act) => act.isStored && ofDeleted(act) !== 'deleted')
      .flatMap((act) => act.texts.flatMap((edit) => lostOf(act, edit, taken, holdings, isMoved(act))))
      .concat(twoCopies(world, kept))
  } finally {
    kept.close()
  }
}

/**
 * What became of an act in a deleted workspace. `deleted`: the server had its card, or its author deleted the
 * card. `moved`: its card is a new one in another workspace, which may also be deleted later. Null: its workspace
 * exists.
 */
function inDeletedWorkspaces(world: World, acts: readonly Act[], carriedOut: ReadonlySet<string>) {
  const workspaceIds = deletedWorkspaces(acts)
  // These words were deleted with the workspace that they were moved to.
  const movedToDeleted = new Set(
    [...world.movedByTwo.values()].flatMap(({ cardId, workspaceId }) =>
      workspaceIds.has(workspaceId) ? [`card ${cardId}`] : [],
    ),
  )
  const deletedCards = new Set(
    acts.flatMap(({ mutation }) => (mutation.name === 'deleteCards' ? mutation.args.cardIds : [])),
  )
  return ({ workspaceId, keys, texts }: Act): 'deleted' | 'moved' | null => {
    if (texts.some(({ place }) => movedToDeleted.has(place))) return 'deleted'
    if (workspaceId === null || !workspaceIds.has(workspaceId)) return null
    if (keys.some((key) => workspaceIds.has(world.movedKeys.get(key) ?? ''))) return 'deleted'
    const isOfDeletedCard = texts.some(({ place }) => deletedCards.has(place.replace('card ', '')))
    return isOfDeletedCard || keys.some((key) => carriedOut.has(key)) ? 'deleted' : 'moved'
  }
}

/**
 * Cards whose creation was moved to another workspace by "Move to …", where they have other ids, because their
 * workspace was deleted, or lost by a restore.
 */
function placesMoved(world: World, acts: readonly Act[]): ReadonlySet<Place> {
  return new Set(
    acts
      .filter(
        ({ keys, mutation }) =>
          mutation.name === 'createCard' && keys.some((key) => world.movedKeys.has(key)),
      )
      .flatMap(({ texts }) => texts.map(({ place }) => place)),
  )
}

/**
 * Cards that two devices moved and that exist twice. "Move to …" duplicates words, so nothing is checked after
 * it.
 */
function twoCopies(world: World, kept: KeptTexts): Findings {
  if (world.movedKeys.size > 0) return []
  const living = kept.texts().filter(({ where }) => where === 'card')
  return [...world.movedByTwo.keys()].flatMap((word) => {
    const ids = new Set(living.flatMap(({ cardId, text }) => (wordsIn(text).includes(word) ? [cardId] : [])))
    return ids.size > 1 ? [`${ids.size} cards say "${word}" after two devices moved one`] : []
  })
}

/** @param isMoved the card has another id in another workspace, so its words may be anywhere */
function lostOf(
  act: Act,
  edit: TextEdit,
  taken: ReadonlySet<string>,
  holdings: Holdings,
  isMoved: boolean,
): Findings {
  const { place } = edit
  const isThere = (word: string) => holdings.has(place, word) || (isMoved && holdings.isAnywhere(word))
  return added(edit)
    .filter((word) => !isThere(word) && !taken.has(`${place} ${word}`))
    .map((word) => {
      const what = holdings.hadOnce(place, word) ? 'overwritten, and nobody was told' : 'lost without a trace'
      return `${what}: "${word}" of ${act.mutation.name} by ${act.tab} in ${place}`
    })
}

/** Words that acts removed, each with its place. */
function wordsTakenAway(acts: readonly Act[]): Set<string> {
  const namesOf = namesOfStandIns(acts)
  return new Set(
    acts.flatMap(({ texts, mutation }) => [
      ...texts.flatMap((edit) => removed(edit).map((word) => `${edit.place} ${word}`)),
      ...(mutation.name === 'renameTag' ? namesOf(mutation.args.tagId).map((name) => `tag ${name}`) : []),
    ]),
  )
}

/**
 * Whether an act took effect: it was reported as saved, or the server has it although its tab died before the
 * answer. The server may have it under the key of an earlier edit, because edits of one text are sent together.
 */
function isDone(
  world: World,
  act: Act,
  carriedOut: ReadonlySet<string>,
  holdings: Holdings,
  isMoved: boolean,
): boolean {
  const isKnown = (key: string) => carriedOut.has(key) || world.carriedOutBefore.has(key)
  if (act.isStored || world.keysOf(act).some(isKnown)) return true
  const isThere = ({ place }: TextEdit, word: string) =>
    holdings.has(place, word) || (isMoved && holdings.isAnywhere(word))
  return act.texts.some((edit) => added(edit).some((word) => isThere(edit, word)))
}

/** Where words are at the end of a story. */
class Holdings {
  readonly #words = new Map<string, Set<string>>()
  readonly #rejected: ReadonlySet<string>
  /** Cards that an older release edited without what its person had seen. */
  readonly #blind: ReadonlySet<Place>

  constructor(world: World, kept: KeptTexts) {
    for (const { where, cardId, text } of [...kept.texts(), ...(world.aged?.texts ?? [])]) {
      const row = cardId === '' ? where : `${where} ${cardId}`
      this.#words.set(row, new Set([...(this.#words.get(row) ?? []), ...wordsIn(text)]))
    }
    this.#rejected = new Set(wordsIn(rejectedIn(world)))
    this.#blind = new Set([...world.blindWrites.values()].map(({ cardId }): Place => `card ${cardId}`))
  }

  /** Whether a word is in a card, deleted or not, a name or saved search, a rejected change, or a kept version. */
  has(place: Place, word: string): boolean {
    if (this.#rejected.has(word) || this.#stands(place, word) || this.#stands(`deleted ${place}`, word))
      return true
    if (this.#stands(place.replace('card', 'kept revision'), word)) return true
    if (!this.hadOnce(place, word)) return false
    return this.#blind.has(place) || this.#stands(place.replace('card', 'said to be kept'), word)
  }

  /** Whether a word is in any row. */
  isAnywhere(word: string): boolean {
    return [...this.#words.values()].some((words) => words.has(word))
  }

  /** Whether a word is in a revision. That alone is not enough, because nobody was told that it was replaced. */
  hadOnce(place: Place, word: string): boolean {
    return this.#stands(place.replace('card', 'earlier text'), word)
  }

  #stands(row: string, word: string): boolean {
    return this.#words.get(row)?.has(word) === true
  }
}

/** The rejected changes on all devices, with their texts. */
export function rejectedIn(world: World) {
  return world.devices.flatMap(({ tabs }) => tabs.flatMap(({ core }) => core?.state().sync.rejected ?? []))
}
