import { type Card, type Id, textWithAddress } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'
import { CallFailed, session } from '../../session/index.ts'
import { keep, readKept } from '../account/kept.ts'

/** A text that lost in a merge. The card shows the other text. */
export interface KeptVersion {
  readonly cardId: Id
  /** Null: the text is the card's content. */
  readonly subnoteId: Id | null
  readonly text: string
  /** The address of that version. Absent: not known, or a subnote. */
  readonly address?: string
  /** When it was replaced, as ISO 8601. */
  readonly createdAt: string
}

/** Versions of the last queried workspace by card. They are loaded from the server. */
export const keptVersions = createStore<{ readonly byCard: ReadonlyMap<Id, readonly KeptVersion[]> }>(() => ({
  byCard: new Map(),
}))

let asked: Id | null = null

/** Loads the versions. Without an answer the known ones stay. */
export async function refreshKeptVersions(workspaceId: Id): Promise<void> {
  if (asked !== workspaceId) keptVersions.setState({ byCard: new Map() })
  asked = workspaceId
  try {
    const answer = await session.account.call('POST /entity/get-kept-revisions', {
      body: {
        workspace_id: workspaceId,
      },
    })
    if (asked === workspaceId) show(answer.map(fromWire))
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
  }
}

/** Hides a version that the person has decided about on this device. It remains an earlier text. */
export function settleVersion(version: KeptVersion): void {
  keep('device', SETTLED_KEY, [...readSettled(), keyOf(version)].slice(-MOST_SETTLED))
  show([...keptVersions.getState().byCard.values()].flat())
}

/** The text that the card shows instead. Null: the subnote was deleted. */
export function shownInstead(card: Card, { subnoteId }: KeptVersion): string | null {
  if (subnoteId === null) return textWithAddress(card)
  return card.subnotes.find(({ id }) => id === subnoteId)?.text ?? null
}

/** The versions that differ from the card's text. */
export function versionsOf(card: Card, versions: readonly KeptVersion[] = []): readonly KeptVersion[] {
  return versions.filter((version) => shownInstead(card, version) !== textOfVersion(version))
}

/** The text of a version, followed by its address if the text doesn't contain it. */
export function textOfVersion({ text, address }: Pick<KeptVersion, 'text' | 'address'>): string {
  return textWithAddress({ type: 'link', content: text, address: address ?? null })
}

interface WireVersion {
  readonly entity_id: Id
  readonly title_id: Id | null
  readonly text: string
  readonly address?: string | undefined
  readonly createdAt: string
}

function fromWire({ entity_id, title_id, text, address, createdAt }: WireVersion): KeptVersion {
  return {
    cardId: entity_id,
    subnoteId: title_id,
    text,
    ...(address !== undefined && { address }),
    createdAt,
  }
}

const SETTLED_KEY = 'settled-versions'
const MOST_SETTLED = 300

function show(versions: readonly KeptVersion[]): void {
  const settled = new Set(readSettled())
  const byCard = new Map<Id, readonly KeptVersion[]>()
  for (const version of versions) {
    if (settled.has(keyOf(version))) continue
    byCard.set(version.cardId, [...(byCard.get(version.cardId) ?? []), version])
  }
  keptVersions.setState({ byCard })
}

function keyOf({ cardId, subnoteId, createdAt }: KeptVersion): string {
  return [cardId, subnoteId, createdAt].join(' ')
}

function readSettled(): readonly string[] {
  const kept = readKept('device', SETTLED_KEY)
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
}
