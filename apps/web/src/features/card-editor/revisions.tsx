import type { Card } from '@cardinal/domain'
import { useState } from 'react'
import { CallFailed, session } from '../../session/index.ts'
import { textMutation } from '../../shared/cards/card-draft.ts'
import { cutText } from '../../shared/text/cut-text.ts'
import { relativeDate } from '../../shared/text/relative-date.ts'
import { useAct } from '../../shared/undo/use-act.ts'
import { Button, Spinner } from '../../ui/index.ts'
import styles from './master-editor.module.css'

interface Revision {
  readonly content: string
  /** ISO 8601. */
  readonly createdAt: string
}

type Loaded =
  | { readonly kind: 'closed' | 'loading' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'loaded'; readonly revisions: readonly Revision[] }

/** Renders earlier texts of a card, which are fetched from the server when the person opens them. */
export function Revisions({ card }: { card: Card }) {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'closed' })
  const act = useAct()
  const load = async () => {
    setLoaded({ kind: 'loading' })
    try {
      const revisions = await session.account.call<readonly Revision[]>('POST', '/entity/get-revisions', {
        entity_id: card.id,
      })
      setLoaded({ kind: 'loaded', revisions })
    } catch (failure) {
      const reason = failure instanceof CallFailed ? failure.message : 'That did not work. Try again.'
      setLoaded({ kind: 'failed', reason })
    }
  }
  const restore = (content: string) => {
    const mutation = textMutation(card.content, content, card)
    if (mutation !== null) void act(mutation, { done: 'Brought the earlier text back' })
  }
  return (
    <section>
      <h3 className={styles.title}>Earlier versions</h3>
      {loaded.kind === 'closed' && (
        <Button size="sm" onClick={() => void load()}>
          Show earlier versions
        </Button>
      )}
      {loaded.kind === 'loading' && <Spinner text="Loading earlier versions" isTextShown />}
      {loaded.kind === 'failed' && (
        <p role="alert">
          {loaded.reason}{' '}
          <Button size="sm" onClick={() => void load()}>
            Try again
          </Button>
        </p>
      )}
      {loaded.kind === 'loaded' && loaded.revisions.length === 0 && (
        <p className={styles.none}>The text was never changed.</p>
      )}
      {loaded.kind === 'loaded' && (
        <ul className={styles.list}>
          {loaded.revisions.map(({ content, createdAt }) => (
            <li key={createdAt + content} className={styles.revision}>
              <p className={styles.when}>{relativeDate(Date.parse(createdAt), Date.now())}</p>
              <p>{cutText(content, 200).shown}</p>
              <Button size="sm" tone="quiet" onClick={() => restore(content)}>
                Bring back
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
