import type { Card } from '@cardinal/domain'
import { diffCard, type Mutation } from '@cardinal/sync/edits'
import { useId } from 'react'
import { useStore } from 'zustand'
import {
  differingPart,
  type KeptVersion,
  keptVersions,
  settleVersion,
  shownInstead,
  textOfVersion,
  versionsOf,
} from '../../shared/changes/kept-versions.ts'
import { useAct } from '../../shared/changes/use-act.ts'
import { relativeDate } from '../../shared/text/relative-date.ts'
import { Button } from '../../ui/button.tsx'
import styles from './two-versions.module.css'

/** Shows the two versions of a card's text side by side, to choose one. */
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
      <p>The same text was changed in two places at once. The card shows one; choose which one stays.</p>
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
  const take = async () => {
    const mutation = takingMutation(card, version)
    if (mutation === null || (await act(mutation, { done: 'Took the other version' }))) settleVersion(version)
  }
  return (
    <div className={styles.pair}>
      <div className={styles.version}>
        <p className={styles.what}>{`${what} in the card`}</p>
        {shown === null ? (
          <p className={styles.text}>This line was deleted.</p>
        ) : (
          <Compared text={shown} other={textOfVersion(version)} />
        )}
        <Button size="sm" onClick={() => settleVersion(version)}>
          Keep this one
        </Button>
      </div>
      <div className={styles.version}>
        <p className={styles.what}>
          {`The other version, ${relativeDate(Date.parse(version.createdAt), Date.now())}`}
        </p>
        <Compared text={textOfVersion(version)} other={shown ?? ''} />
        <Button size="sm" onClick={() => void take()}>
          Take the other
        </Button>
      </div>
    </div>
  )
}

function Compared({ text, other }: { text: string; other: string }) {
  const [start, end] = differingPart(text, other)
  return (
    <p className={styles.text}>
      {text.slice(0, start)}
      {end > start && <mark>{text.slice(start, end)}</mark>}
      {text.slice(end)}
    </p>
  )
}

/** Writes the version into the card. A deleted subnote is added again at the end. */
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
