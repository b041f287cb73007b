import type { Card } from '@cardinal/domain'
import { lazy, Suspense, useState } from 'react'
import type { PopupProps } from '../../overlays/index.ts'
import { CardForm } from '../../shared/card-form/card-form.tsx'
import { CardOrGone, type EditedCard } from '../../shared/card-form/card-or-gone.tsx'
import { useCardActions } from '../../shared/cards/use-card-actions.ts'
import { fullDate } from '../../shared/text/dates.ts'
import { Button, Segmented, Skeleton } from '../../ui/index.ts'
import { CardLinks } from './card-links.tsx'
import styles from './master-editor.module.css'
import { Revisions } from './revisions.tsx'
import { TwoVersions } from './two-versions.tsx'

const NoteEditor = lazy(() => import('./note/note-editor.tsx'))
// Without a network it would have nothing to show.
const RulesOfCard = lazy(() => import('./rules-of-card.tsx').catch(() => ({ default: () => null })))
const Markdown = lazy(() => import('../../shared/markdown/markdown.tsx'))

/** A card at full size, to read and edit: text, subnotes, tags, colour, type, links and history. */
export default function MasterEditor({ params, close }: PopupProps<'master-editor'>) {
  return (
    <CardOrGone id={params.entityId ?? null}>
      {(edited) => <Editor key={edited.card.id} {...edited} close={close} />}
    </CardOrGone>
  )
}

type Side = 'edit' | 'write' | 'read'
const SIDES: readonly { value: Side; label: string }[] = [
  { value: 'edit', label: 'Edit' },
  { value: 'write', label: 'Write' },
  { value: 'read', label: 'Read' },
]

function Editor({ card, isGone, close }: EditedCard & { close: () => void }) {
  const [side, setSide] = useState<Side>('edit')
  return (
    <div className={styles.editor}>
      <div className={styles.main}>
        {!isGone && <TwoVersions card={card} />}
        {card.type === 'note' && (
          <Segmented label="Side" segments={SIDES} value={side} onChange={setSide} size="sm" />
        )}
        {side === 'read' ? (
          <Suspense fallback={<Skeleton lines={4} />}>
            <Markdown card={card} />
          </Suspense>
        ) : (
          <CardForm
            card={card}
            isGone={isGone}
            onDone={close}
            writer={side === 'write' ? NoteEditor : undefined}
          />
        )}
      </div>
      {!isGone && <About card={card} close={close} />}
    </div>
  )
}

function About({ card, close }: { card: Card; close: () => void }) {
  const actions = useCardActions()
  return (
    <aside className={styles.side} aria-label="About the card">
      <CardLinks card={card} />
      <Revisions card={card} />
      <Suspense>
        <RulesOfCard card={card} />
      </Suspense>
      <section className={styles.about}>
        <p>Created {fullDate(card.createdAt)}</p>
        <p>Updated {fullDate(card.updatedAt)}</p>
        <Button size="sm" onClick={() => actions.copy(card)}>
          Copy text
        </Button>
        <Button
          size="sm"
          tone="danger"
          onClick={() => {
            actions.remove([card.id])
            close()
          }}
        >
          Delete
        </Button>
      </section>
    </aside>
  )
}
