import {
  addressOf,
  type Card,
  type CardFile,
  type CardValues,
  changedValues,
  filesOf,
  type Id,
  LIMITS,
  type Subnote,
  squeeze,
  unique,
  withoutAddress,
} from '@cardinal/domain'
import type { CardEdit } from '@cardinal/sync'
import { addressOfFound, type FoundCard } from './found.ts'

/** What a row added to an existing card. */
export interface CardAddition {
  /** Texts before and after the content. */
  readonly before: string
  readonly after: string
  readonly tagIds: readonly Id[]
  readonly subnotes: readonly Subnote[]
  /** Values that the card did not have. */
  readonly values: Partial<CardValues>
  readonly files?: readonly CardFile[]
  /** The card's creation time before and after, in ms since 1970. Absent: unchanged. */
  readonly createdAt?: { readonly before: number; readonly after: number }
}

/**
 * What a row adds to an existing card: tags and subnotes, and a title, description, colour or due date that the
 * card lacks. The earlier creation date is kept. Overwrites nothing. Null: nothing to add.
 */
export function joinCard(
  card: Card,
  found: FoundCard,
  tagIds: readonly Id[],
  newId: () => Id,
): CardAddition | null {
  const texts = new Set(card.subnotes.map(({ text }) => text.trim()))
  const files = addedFiles(card, found)
  const addition: CardAddition = {
    ...addedTexts(card, found),
    tagIds: unique(tagIds)
      .filter((id) => !card.tagIds.includes(id))
      .slice(0, Math.max(0, LIMITS.tagsPerCard - card.tagIds.length)),
    subnotes: found.subnotes
      .filter(({ text }) => !texts.has(text.trim()))
      .slice(0, Math.max(0, LIMITS.subnotesPerCard - card.subnotes.length))
      .map((subnote) => ({ id: newId(), ...subnote })),
    values: Object.fromEntries(
      (['color', 'dueAt', 'startAt', 'recurrence'] as const).flatMap((field) =>
        card[field] === null && found[field] !== null ? [[field, found[field]]] : [],
      ),
    ),
    ...(files.length > 0 && { files }),
    ...(found.createdAt !== null && found.createdAt < card.createdAt
      ? { createdAt: { before: card.createdAt, after: found.createdAt } }
      : {}),
  }
  const { before, after, values, createdAt, subnotes } = addition
  const isNothing =
    before + after === '' &&
    addition.tagIds.length + subnotes.length + Object.keys(values).length === 0 &&
    createdAt === undefined &&
    files.length === 0
  return isNothing ? null : addition
}

function addedFiles(card: Card, found: FoundCard): CardFile[] {
  const present = filesOf(card.files)
  const hashes = new Set(present.map(({ hash }) => hash))
  return filesOf(found.files)
    .filter(({ hash }) => !hashes.has(hash))
    .slice(0, LIMITS.filesPerCard - present.length)
}

/** A title for a link that has only an address, and a description that the card lacks. */
function addedTexts(card: Card, found: FoundCard): { before: string; after: string } {
  const address = card.type === 'link' ? addressOfFound(found) : null
  if (address === null) return { before: '', after: '' }
  const { above, behind } = withoutAddress(found.content, address)
  const [title, description] = [above.trim(), behind.trim()]
  const isBare = card.content.trim() === addressOf(card)
  const before = isBare && title !== '' ? `${title}\n` : ''
  const isThere = description === '' || squeeze(card.content).includes(squeeze(description))
  const after = isThere ? '' : `\n\n${description}`
  const isTooLong = before.length + card.content.length + after.length > LIMITS.contentLength
  return isTooLong ? { before: '', after: '' } : { before, after }
}

export function additionEdit(card: Card, addition: CardAddition): CardEdit {
  const { before, after, tagIds, subnotes, values, files } = addition
  const start = card.subnotes.length
  return {
    cardId: card.id,
    ...(before + after !== '' && {
      content: { before: card.content, after: before + card.content + after },
    }),
    tagIds: { added: tagIds, removed: [] },
    subnotes: subnotes.map((subnote, index) => ({
      kind: 'add',
      subnote,
      place: { after: [...card.subnotes, ...subnotes][start + index - 1]?.id ?? null, index: start + index },
    })),
    ...(files && { attached: { added: files, removed: [] } }),
    ...values,
  }
}

/** The edit that removes an addition. Later changes of the card stay. */
export function removalEdit(
  card: Card,
  { before, after, tagIds, subnotes, values, files }: CardAddition,
): CardEdit {
  const { content } = card
  const isAsAdded = content.startsWith(before) && content.endsWith(after)
  const untouched = subnotes.filter(({ id, text }) =>
    card.subnotes.some((subnote) => subnote.id === id && subnote.text === text),
  )
  const kept = Object.keys(changedValues(card, values))
  return {
    cardId: card.id,
    ...(before + after !== '' &&
      isAsAdded && {
        content: { before: content, after: content.slice(before.length, content.length - after.length) },
      }),
    tagIds: { added: [], removed: tagIds },
    subnotes: untouched.map(({ id, text }) => ({ kind: 'remove', id, text })),
    ...(files && { attached: { added: [], removed: files.map(({ hash }) => hash) } }),
    ...Object.fromEntries(
      Object.keys(values).flatMap((field) => (kept.includes(field) ? [] : [[field, null]])),
    ),
  }
}
