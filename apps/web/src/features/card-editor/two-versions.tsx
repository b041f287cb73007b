import type { Card } from '@cardinal/domain'
import { diffCard, type Mutation } from '@cardinal/sync/edits'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import {
  type KeptVersion,
  keptVersions,
  settleVersion,
  shownInstead,
  textOfVersion,
  versionsOf,
} from '../../shared/changes/kept-versions.ts'
import { newId } from '../../shared/changes/new-id.ts'
import { useAct } from '../../shared/changes/use-act.ts'
import { relativeDate } from '../../shared/text/dates.ts'
import { Button, toast } from '../../ui/index.ts'
import styles from './two-versions.module.css'

/** Above this many changed words, whole lines are compared. Above this many changed lines, whole texts. */
const MOST_EDITS = 2_000

export interface DiffPart {
  readonly value: string
  readonly added: boolean
  readonly removed: boolean
  /** Whether the texts have not been compared yet. */
  readonly isUnmarked?: boolean
}

/** The differences between an earlier text and the present one. The first call loads the library. */
export async function compared(before: string, now: string): Promise<readonly DiffPart[]> {
  const { diffLines, diffWordsWithSpace } = await import('diff')
  return (
    diffWordsWithSpace(before, now, { maxEditLength: MOST_EDITS }) ??
    diffLines(before, now, { maxEditLength: MOST_EDITS }) ?? [
      { value: before, added: false, removed: true },
      { value: now, added: true, removed: false },
    ]
  )
}

/** Both versions of a card's text side by side, to keep one or both. */
export function TwoVersions({ card }: { card: Card }) {
  const titleId = useId()
  const versions = versionsOf(
    card,
    useStore(keptVersions, ({ byCard }) => byCard.get(card.id)),
  )
  if (versions.length === 0) return null
  return (
    <section className={styles.versions} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        Two versions
      </h3>
      <p>The same text was changed in two places at once. The card shows one; choose what stays.</p>
      {versions.map((version) => (
        <Pair key={`${version.subnoteId}${version.createdAt}`} card={card} version={version} />
      ))}
    </section>
  )
}

function Pair({ card, version }: { card: Card; version: KeptVersion }) {
  const act = useAct()
  const shown = shownInstead(card, version)
  const what = version.subnoteId === null ? 'Text' : 'Line'
  const other = textOfVersion(version)
  const parts = useCompared(shown ?? '', other)
  const settle = async (mutation: Mutation | null, done: string) => {
    if (mutation === null || (await act(mutation, { done }))) settleVersion(version)
  }
  const keepBoth = () =>
    bothMutation(card, version).then(
      (mutation) => settle(mutation, 'Kept both versions'),
      () => toast('The texts could not be compared. Try again.'),
    )
  return (
    <div className={styles.pair}>
      <div className={styles.version}>
        <p className={styles.what}>{`${what} in the card`}</p>
        {shown === null ? (
          <p className={styles.text}>This line was deleted.</p>
        ) : (
          <Compared parts={parts.filter(({ added }) => !added)} />
        )}
        <Button size="sm" onClick={() => settleVersion(version)}>
          Keep this one
        </Button>
        {shown !== null && (
          <Button size="sm" onClick={() => void keepBoth()}>
            Keep both
          </Button>
        )}
      </div>
      <div className={styles.version}>
        <p className={styles.what}>
          {`The other version, ${relativeDate(Date.parse(version.createdAt), Date.now())}`}
        </p>
        <Compared parts={parts.filter(({ removed }) => !removed)} />
        <Button
          size="sm"
          onClick={() => void settle(takingMutation(card, version), 'Took the other version')}
        >
          Take the other
        </Button>
      </div>
    </div>
  )
}

/** Both texts in parts, unmarked until the library has loaded. */
function useCompared(shown: string, other: string): readonly DiffPart[] {
  const [found, setFound] = useState<{ key: string; parts: readonly DiffPart[] } | null>(null)
  const key = JSON.stringify([shown, other])
  useEffect(() => {
    let isOver = false
    compared(shown, other).then(
      (parts) => isOver || setFound({ key, parts }),
      () => undefined, // Without a network both texts stay unmarked.
    )
    return () => {
      isOver = true
    }
  }, [key, shown, other])
  return found?.key === key
    ? found.parts
    : [
        { value: shown, added: false, removed: true },
        { value: other, added: true, removed: false },
      ].map((part) => ({ ...part, isUnmarked: true }))
}

function Compared({ parts }: { parts: readonly DiffPart[] }) {
  return (
    <p className={styles.text}>
      {parts.map(({ value, added, removed, isUnmarked }, at) => {
        const key = `${at} ${value.length}`
        return (added || removed) && !isUnmarked ? (
          <mark key={key}>{value}</mark>
        ) : (
          <span key={key}>{value}</span>
        )
      })}
    </p>
  )
}

/** Replaces the card's text by the version. A deleted subnote is added again at the end. */
export function takingMutation(
  card: Card,
  { subnoteId, text, address }: Pick<KeptVersion, 'subnoteId' | 'text' | 'address'>,
): Mutation | null {
  if (subnoteId === null) {
    const edit = diffCard(card, { content: text, ...(address !== undefined && { address }) })
    return edit && { name: 'editCard', args: edit }
  }
  const isThere = card.subnotes.some(({ id }) => id === subnoteId)
  const subnotes = isThere
    ? card.subnotes.map((subnote) => (subnote.id === subnoteId ? { ...subnote, text } : subnote))
    : [...card.subnotes, { id: subnoteId, text, isTicked: false }]
  const edit = diffCard(card, { subnotes })
  return edit && { name: 'editCard', args: edit }
}

/**
 * Merges the version into the card: equal lines once, and both forms of a changed line. A changed subnote gets
 * the other form as a subnote below it.
 */
export async function bothMutation(card: Card, version: KeptVersion): Promise<Mutation | null> {
  const { subnoteId, text } = version
  if (subnoteId !== null) {
    const subnotes = card.subnotes.flatMap((subnote) =>
      subnote.id === subnoteId ? [subnote, { id: newId(), text, isTicked: false }] : [subnote],
    )
    const edit = diffCard(card, { subnotes })
    return edit && { name: 'editCard', args: edit }
  }
  const { diffLines } = await import('diff')
  const other = version.address === card.address ? text : textOfVersion(version)
  const texts = [`${card.content}\n`, `${other}\n`] as const
  const lines = diffLines(...texts, { maxEditLength: MOST_EDITS }) ?? texts.map((value) => ({ value }))
  const content = lines
    .map(({ value }) => value)
    .join('')
    .slice(0, -1)
  const edit = diffCard(card, { content })
  return edit && { name: 'editCard', args: edit }
}
