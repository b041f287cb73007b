import { addressOf, type Card, keptPagesOf } from '@cardinal/domain'
import { readCopy } from '@cardinal/domain/copies'
import { BookOpen, BookX, CloudOff, PanelTop } from 'lucide-react'
import { useMemo } from 'react'
import { type PopupProps, usePopups } from '../../overlays/index.ts'
import type { CopyWire } from '../../replica/copies/wire.ts'
import { CardOrGone } from '../../shared/card-form/card-or-gone.tsx'
import { keepCopy } from '../../shared/cards/copy-acts.ts'
import { fullDate } from '../../shared/text/dates.ts'
import { Button, EmptyState, LinkButton, LoadingPlace, Skeleton } from '../../ui/index.ts'
import { CopyArticle } from './copy-article.tsx'
import { HighlightBar, Highlights } from './highlights.tsx'
import { markedPlaces } from './marked-places.ts'
import styles from './page-copy.module.css'
import { useCopy } from './use-copy.ts'

/** The copy of a link's page, to read and highlight. */
export default function PageCopy({ params }: PopupProps<'page-copy'>) {
  return (
    <CardOrGone id={params.entityId ?? null}>{({ card }) => <CopyOf key={card.id} card={card} />}</CardOrGone>
  )
}

function CopyOf({ card }: { card: Card }) {
  const shown = useCopy(card)
  if (shown.kind === 'loading') return <Skeleton lines={12} />
  if (shown.kind === 'failed')
    return (
      <EmptyState
        icon={CloudOff}
        title="The copy is not on this device"
        actions={<Button onClick={() => void shown.load()}>Try again</Button>}
      >
        {shown.reason} The settings keep copies on this device, for reading without a network.
      </EmptyState>
    )
  const { copy } = shown
  if (copy.content !== undefined) return <Reader card={card} copy={copy} content={copy.content} />
  const again = async () => {
    if (await keepCopy(card.id)) await shown.load()
  }
  return <NoCopy card={card} copy={copy} onKeep={() => void again()} />
}

/** The reason why there is no copy, and what the person can do. */
function NoCopy({
  card,
  copy: { state, problem },
  onKeep,
}: {
  card: Card
  copy: CopyWire
  onKeep: () => void
}) {
  if (state === 'waiting' && problem === undefined)
    return <LoadingPlace text="The page is being fetched. Its copy comes here by itself" />
  if (problem !== undefined)
    return (
      <EmptyState
        icon={BookX}
        title="The copy could not be made"
        actions={
          <>
            <Button onClick={onKeep}>Try again</Button>
            <KeptPageButton card={card} />
          </>
        }
      >
        {PROBLEMS[problem]} {state === 'waiting' && 'The server tries again by itself.'}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={BookOpen}
      title="No copy of this page is kept"
      actions={
        <>
          <Button onClick={onKeep}>Keep a copy</Button>
          <KeptPageButton card={card} />
        </>
      }
    >
      A copy is the readable text of the page. It stays when the page is gone.
    </EmptyState>
  )
}

const PROBLEMS: Readonly<Record<NonNullable<CopyWire['problem']>, string>> = {
  blocked: 'The site asks for an account, or keeps programs away.',
  gone: 'The page is not there, or its server was not reached.',
  refused: 'The address is in a private network or has an odd port: this server must not fetch it.',
  trouble: 'The site had trouble.',
  'no-text':
    'The server found no text to read. It may be a picture, a film, a file, or a page that is drawn by a program.',
  full: 'Your account has no room left.',
}

interface ReaderProps {
  readonly card: Card
  readonly copy: CopyWire
  readonly content: string
}

function Reader({ card, copy, content }: ReaderProps) {
  const nodes = useMemo(() => readCopy(content), [content])
  const { subnotes } = card
  const places = useMemo(
    () =>
      markedPlaces(
        nodes,
        subnotes.map(({ text }) => text),
      ),
    [nodes, subnotes],
  )
  const marks = useMemo(() => new Set([...places.values()].flat().map(({ mark }) => mark)), [places])
  const highlights = subnotes.filter((_, index) => marks.has(index))
  return (
    <>
      <article className={styles.article} aria-label={copy.title || 'Copy of the page'}>
        <Head card={card} copy={copy} />
        <Highlights card={card} highlights={highlights} />
        <CopyArticle nodes={nodes} places={places} language={copy.language} />
        <p className={styles.note}>
          {copy.is_cut && 'The copy ends here: the page is longer than what is kept. '}A copy is text.
          SingleFile and other programs send the whole page, with its pictures and look.
        </p>
      </article>
      <HighlightBar card={card} />
    </>
  )
}

/** A button that opens the latest whole page among the card's files. */
function KeptPageButton({ card }: { card: Card }) {
  const popups = usePopups()
  const [page] = keptPagesOf(card.files)
  if (page === undefined) return null
  const show = () => popups.open('file-viewer', { entityId: card.id, file: page.hash })
  return (
    <Button size="sm" icon={PanelTop} onClick={show}>
      Kept page
    </Button>
  )
}

function Head({ card, copy }: { card: Card; copy: CopyWire }) {
  const address = copy.address ?? addressOf(card) ?? ''
  const host = URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address
  const isDead = card.page?.deadAt != null
  const isCopyOld = copy.problem !== undefined
  return (
    <header className={styles.head}>
      <h3 className={styles.title} lang={copy.language} dir="auto">
        {copy.title || host}
      </h3>
      <p className={styles.about}>
        {host}
        {copy.fetchedAt !== undefined && ` · as it was on ${fullDate(copy.fetchedAt)}`}
        {copy.is_of_kept_page && ' · text of the kept page'}
        {isDead && ' · the page is gone'}
      </p>
      {isCopyOld && (
        <p className={styles.about} role="status">
          It could not be fetched again. {copy.problem && PROBLEMS[copy.problem]}
        </p>
      )}
      {copy.state === 'waiting' && !isCopyOld && (
        <p className={styles.about} role="status">
          A newer copy is being fetched.
        </p>
      )}
      <div className={styles.ways}>
        {!isDead && (
          <LinkButton href={address} target="_blank" rel="noopener noreferrer" size="sm">
            Open the page
          </LinkButton>
        )}
        <KeptPageButton card={card} />
      </div>
    </header>
  )
}
