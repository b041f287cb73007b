import type { Card, Id } from '@cardinal/domain'
import { Link2, X } from 'lucide-react'
import { useState } from 'react'
import { usePopups } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { CARD_LINK, cardsWith } from '../../shared/cards/card-link.ts'
import { useAct } from '../../shared/changes/use-act.ts'
import { lineOf } from '../../shared/text/note-title.ts'
import { IconButton, Segmented, TextField } from '../../ui/index.ts'
import { type LinkKind, linkMutations, unlinkMutations } from './link-cards.ts'
import styles from './master-editor.module.css'

const KINDS: readonly { value: LinkKind; label: string }[] = [
  { value: 'parentIds', label: 'Parent' },
  { value: 'siblingIds', label: 'Related' },
  { value: 'childIds', label: 'Child' },
]

const MOST_LINKING = 10

/** The linked cards, the cards whose texts link this one, and a field that links more (CD-11). */
export function CardLinks({ card }: { card: Card }) {
  const ids = KINDS.flatMap(({ value }) => card[value])
  const named = [...card.content.matchAll(CARD_LINK)].flatMap(([, , id = '']) => (id === card.id ? [] : [id]))
  const asked = [...new Set([...ids, ...named])]
  const { answer } = useAnswer('cardsById', asked.length === 0 ? null : { ids: asked })
  // One more than is shown, because a text may link its own card.
  const linking = useAnswer('matchCards', cardsWith(`text:"card:${card.id}"`, MOST_LINKING + 1)).answer
  const act = useAct()
  const popups = usePopups()
  const cards = (answer ?? []).filter((other) => other !== undefined)
  const linkers = (linking?.cards ?? []).filter(({ id }) => id !== card.id).slice(0, MOST_LINKING)
  const rows = [
    ...KINDS.flatMap(({ value, label }) =>
      cards.filter(({ id }) => card[value].includes(id)).map((other) => ({ value, label, other })),
    ),
    ...cards
      .filter(({ id }) => named.includes(id))
      .map((other) => ({ value: null, label: 'In the text', other })),
    ...linkers.map((other) => ({ value: null, label: 'Links here', other })),
  ]
  return (
    <section>
      <h3 className={styles.title}>Linked cards</h3>
      {rows.length === 0 && <p className={styles.none}>No linked card yet.</p>}
      <ul className={styles.list}>
        {rows.map(({ value, label, other }) => (
          <li key={`${label}${other.id}`} className={styles.linked}>
            <span className={styles.kind}>{label}</span>
            <button
              type="button"
              className={styles.text}
              onClick={() => popups.open('master-editor', { entityId: other.id })}
            >
              {lineOf(other, 60)}
            </button>
            {value !== null && (
              <IconButton
                label="Unlink"
                icon={X}
                size="sm"
                onClick={() => void act(unlinkMutations(card, other, value), { done: 'Unlinked' })}
              />
            )}
          </li>
        ))}
      </ul>
      <Finder card={card} taken={ids} />
    </section>
  )
}

const LIMIT = 5

function Finder({ card, taken }: { card: Card; taken: readonly Id[] }) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<LinkKind>('siblingIds')
  const act = useAct()
  const { answer } = useAnswer(
    'matchCards',
    text.trim() === '' ? null : cardsWith(text, LIMIT + taken.length + 1),
  )
  const found = (answer?.cards ?? [])
    .filter((other) => other.id !== card.id && !taken.includes(other.id))
    .slice(0, LIMIT)
  const link = (other: Card) => {
    void act(linkMutations(card, other, kind), { done: 'Linked' })
    setText('')
  }
  return (
    <div className={styles.finder}>
      <TextField
        label="Find a card to link"
        isLabelHidden
        type="search"
        value={text}
        placeholder="Find a card to link"
        onChange={(event) => setText(event.target.value)}
      />
      {text.trim() !== '' && (
        <>
          <Segmented label="Where it stands" segments={KINDS} value={kind} onChange={setKind} size="sm" />
          <ul className={styles.list}>
            {found.map((other) => (
              <li key={other.id} className={styles.linked}>
                <button type="button" className={styles.text} onClick={() => link(other)}>
                  {lineOf(other, 60)}
                </button>
                <IconButton label="Link" icon={Link2} size="sm" onClick={() => link(other)} />
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className={styles.none}>No other card has that.</p>}
        </>
      )}
    </div>
  )
}
