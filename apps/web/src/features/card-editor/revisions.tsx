import { type Card, type Id, textWithAddress } from '@cardinal/domain'
import { useState } from 'react'
import { CallFailed, session } from '../../session/index.ts'
import { textOfVersion } from '../../shared/changes/kept-versions.ts'
import { useAct } from '../../shared/changes/use-act.ts'
import { cutText } from '../../shared/text/cut-text.ts'
import { dateAndTime, fullDate } from '../../shared/text/dates.ts'
import { Button, Spinner, toast } from '../../ui/index.ts'
import styles from './master-editor.module.css'
import { compared, type DiffPart, takingMutation } from './two-versions.tsx'

interface Answer {
  readonly data: readonly {
    readonly content: string
    readonly address?: string | undefined
    readonly createdAt: string
  }[]
  readonly titles: readonly { readonly title_id: Id; readonly text: string; readonly createdAt: string }[]
  readonly total_in_db: number
  readonly total_titles: number
}

/** An earlier text of a card or of one of its subtasks. */
interface Revision {
  /** Null: the text of the card itself. */
  readonly subnoteId: Id | null
  readonly text: string
  /** The address with that content. */
  readonly address?: string
  /** When it was replaced, as ISO 8601. */
  readonly createdAt: string
}

type Loaded =
  | { readonly kind: 'closed' | 'loading' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'loaded'
      /** The latest first. */
      readonly revisions: readonly Revision[]
      readonly pages: number
      readonly hasMore: boolean
    }

/** An earlier text, shortened or compared with the present one. */
function VersionText({ card, revision }: { card: Card; revision: Revision }) {
  const [parts, setParts] = useState<readonly DiffPart[] | null>(null)
  const before = textOfVersion(revision)
  const now =
    revision.subnoteId === null
      ? textWithAddress(card)
      : (card.subnotes.find(({ id }) => id === revision.subnoteId)?.text ?? '')
  if (parts === null)
    return (
      <>
        <p>{cutText(before, 200).shown}</p>
        <Button
          size="sm"
          tone="quiet"
          onClick={() =>
            void compared(before, now).then(setParts, () =>
              toast('The texts could not be compared. Try again.'),
            )
          }
        >
          Compare
        </Button>
      </>
    )
  return (
    <>
      <p className={styles.compared}>
        {parts.map(({ value, added, removed }, at) => {
          const key = `${at} ${value.length}`
          if (removed) return <del key={key}>{value}</del>
          return added ? <ins key={key}>{value}</ins> : <span key={key}>{value}</span>
        })}
      </p>
      <Button size="sm" tone="quiet" onClick={() => setParts(null)}>
        Stop comparing
      </Button>
    </>
  )
}

/** Earlier texts of a card and its subtasks, loaded from the server when the section opens. */
export function Revisions({ card }: { card: Card }) {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'closed' })
  const [isLoadingMore, setIsLoadingMore] = useState(false)
  const act = useAct()
  const load = async (page: number, before: readonly Revision[]) => {
    if (page === 0) setLoaded({ kind: 'loading' })
    else setIsLoadingMore(true)
    try {
      const answer = await session.account.answer('POST /entity/get-revisions', {
        body: {
          entity_id: card.id,
          params: { page, limit: PAGE },
        },
      })
      const revisions = [...before, ...revisionsIn(answer)].sort((a, b) =>
        a.createdAt < b.createdAt ? 1 : -1,
      )
      const hasMore = Math.max(answer.total_in_db, answer.total_titles) > (page + 1) * PAGE
      setLoaded({ kind: 'loaded', revisions, pages: page + 1, hasMore })
    } catch (failure) {
      const reason = failure instanceof CallFailed ? failure.message : 'That did not work. Try again.'
      if (page === 0) setLoaded({ kind: 'failed', reason })
      else toast(reason)
    }
    setIsLoadingMore(false)
  }
  const restore = (revision: Revision) => {
    const mutation = takingMutation(card, revision)
    if (mutation !== null) void act(mutation, { done: 'Brought the earlier text back' })
  }
  return (
    <section>
      <h3 className={styles.title}>Earlier versions</h3>
      {loaded.kind === 'closed' && (
        <Button size="sm" onClick={() => void load(0, [])}>
          Show earlier versions
        </Button>
      )}
      {loaded.kind === 'loading' && <Spinner text="Loading earlier versions" isTextShown />}
      {loaded.kind === 'failed' && (
        <p role="alert">
          {loaded.reason}{' '}
          <Button size="sm" onClick={() => void load(0, [])}>
            Try again
          </Button>
        </p>
      )}
      {loaded.kind === 'loaded' && loaded.revisions.length === 0 && (
        <p className={styles.none}>Neither the text nor a subtask was ever changed.</p>
      )}
      {loaded.kind === 'loaded' && (
        <ul className={styles.list}>
          {loaded.revisions.map((revision) => (
            <li
              key={`${revision.createdAt} ${revision.subnoteId} ${textOfVersion(revision)}`}
              className={styles.revision}
            >
              <p className={styles.when}>
                {revision.subnoteId === null ? 'Until ' : 'Subtask, until '}
                <time dateTime={revision.createdAt} title={fullDate(revision.createdAt)}>
                  {dateAndTime(revision.createdAt)}
                </time>
              </p>
              <VersionText card={card} revision={revision} />
              <Button size="sm" tone="quiet" onClick={() => restore(revision)}>
                Bring back
              </Button>
            </li>
          ))}
        </ul>
      )}
      {loaded.kind === 'loaded' && loaded.hasMore && (
        <Button size="sm" disabled={isLoadingMore} onClick={() => void load(loaded.pages, loaded.revisions)}>
          Show more
        </Button>
      )}
    </section>
  )
}

/** How many earlier texts one request loads. */
const PAGE = 25

function revisionsIn({ data, titles }: Answer): Revision[] {
  return [
    ...data.map(({ content, address, createdAt }) => ({
      subnoteId: null,
      text: content,
      ...(address !== undefined && { address }),
      createdAt,
    })),
    ...titles.map(({ title_id, text, createdAt }) => ({ subnoteId: title_id, text, createdAt })),
  ]
}
