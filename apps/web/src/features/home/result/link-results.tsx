import { type Card, displayNameOf, type Id } from '@cardinal/domain'
import { Copy, Download, ExternalLink, Link2, Tags } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { confirm, type PopupProps, usePopups } from '../../../overlays/index.ts'
import { painted, useAnswer } from '../../../replica/index.ts'
import { useHomeScreen } from '../../../shared/search/home-screen.tsx'
import { useCardSearch } from '../../../shared/search/use-card-search.ts'
import { copyText, saveFile } from '../../../shared/text/copy-text.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Button, EmptyState, Skeleton, toast } from '../../../ui/index.ts'
import { type LinkFormat, type LinkLine, linkLines, writeLinks } from './link-list.ts'
import styles from './result-actions.module.css'

/** More tabs than this are opened only after a confirmation. */
const ASKS_ABOVE = 10

const SOURCES: Readonly<Record<LinkResult['source'], string>> = {
  given: 'the selected cards',
  ticked: 'the cards selected on home',
  search: 'the present search',
}

/** Acts on all links: open, copy, save as a file, tag. */
export default function LinkResults({ params, close }: PopupProps<'above-link-results'>) {
  const { selection, noteUse } = useHomeScreen()
  const result = useLinkResult(params.entityIds)
  const popups = usePopups()
  if (result === undefined) return <Skeleton lines={5} />
  const { lines, source, first } = result
  const cards = first === null ? SOURCES[source] : `the first ${counted(first, 'card')} of ${SOURCES[source]}`
  if (lines.length === 0)
    return (
      <EmptyState icon={Link2} title="No link here">
        None of {cards} has an address in it.
      </EmptyState>
    )
  const ids = params.entityIds ?? [...selection.getState().cards]
  return (
    <div className={styles.acts}>
      <p role="status" className={styles.about}>
        {counted(lines.length, 'address', 'addresses')} of {cards}.
      </p>
      <div className={styles.row}>
        <Button tone="primary" icon={ExternalLink} onClick={() => void openAll(lines, noteUse)}>
          Open all {lines.length}
        </Button>
        {ids.length > 0 && (
          <Button
            icon={Tags}
            onClick={() => popups.replace('above-link-results', 'tagger', { entityIds: ids })}
          >
            Tag them
          </Button>
        )}
      </div>
      <Formats
        title="Copy"
        icon={Copy}
        formats={['addresses', 'markdown']}
        onChoose={(format) => void copyText(writeLinks(lines, format))}
      />
      <Formats
        title="Save as a file"
        icon={Download}
        formats={['html', 'csv', 'markdown', 'addresses']}
        onChoose={(format) => {
          saveFile(
            `links.${EXTENSIONS[format]}`,
            new Blob([writeLinks(lines, format)], { type: TYPES[format] }),
          )
          toast(`Saved ${counted(lines.length, 'link')}`)
          close()
        }}
      />
    </div>
  )
}

const NAMES: Readonly<Record<LinkFormat, string>> = {
  addresses: 'Plain URLs',
  markdown: 'Markdown list',
  html: 'Bookmark file',
  csv: 'CSV table',
}
const EXTENSIONS: Readonly<Record<LinkFormat, string>> = {
  addresses: 'txt',
  markdown: 'md',
  html: 'html',
  csv: 'csv',
}
const TYPES: Readonly<Record<LinkFormat, string>> = {
  addresses: 'text/plain',
  markdown: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
}

function Formats(props: {
  title: string
  icon: typeof Copy
  formats: readonly LinkFormat[]
  onChoose: (format: LinkFormat) => void
}) {
  return (
    <fieldset className={styles.set}>
      <legend>{props.title}</legend>
      <div className={styles.row}>
        {props.formats.map((format) => (
          <Button key={format} size="sm" icon={props.icon} onClick={() => props.onChoose(format)}>
            {NAMES[format]}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

/** Opens each link in a new tab. For many links it asks first, because the browser may block some. */
async function openAll(lines: readonly LinkLine[], noteUse: (cardId: Id) => void): Promise<void> {
  if (lines.length > ASKS_ABOVE) {
    const isSure = await confirm({
      title: `Open ${lines.length} tabs?`,
      text: 'Your browser may block some of them.',
      confirmLabel: `Open ${lines.length} tabs`,
    })
    if (!isSure) return
  }
  for (const { href, cardId } of lines) {
    noteUse(cardId)
    window.open(href, '_blank', 'noopener,noreferrer')
  }
}

/** The most cards to read. Nobody opens or copies more by hand, and an export contains the whole workspace. */
const MOST_LINKS = 10_000

interface LinkResult {
  readonly lines: readonly LinkLine[]
  /** Where the links come from: the params, the ticked cards, or the search. */
  readonly source: 'given' | 'ticked' | 'search'
  /** How many cards were read. Null: all. */
  readonly first: number | null
}

/** The links to act on: from the params, else of the ticked cards, else of all results. Undefined: not known yet. */
function useLinkResult(given: readonly Id[] | undefined): LinkResult | undefined {
  const { search, selection } = useHomeScreen()
  const ticked = useStore(selection, (state) => state.cards)
  const query = useCardSearch(search, 'link')
  const source = given ? 'given' : ticked.size > 0 ? 'ticked' : 'search'
  const ids = useMemo(() => given ?? [...ticked], [given, ticked])
  const byId = useAnswer('cardsById', source === 'search' ? null : { ids }).answer
  const found = useAnswer(
    'listCards',
    source === 'search' ? { ...query, offset: 0, limit: MOST_LINKS } : null,
  ).answer
  const cards = useMemo(
    () => (source === 'search' ? found?.cards : byId?.filter((card): card is Card => card?.type === 'link')),
    [source, found, byId],
  )
  const first = source === 'search' && found !== undefined && found.total > MOST_LINKS ? MOST_LINKS : null
  const tagIds = useMemo(() => [...new Set((cards ?? []).flatMap((card) => card.tagIds))], [cards])
  const { answer: tags } = useAnswer('tagsById', tagIds.length === 0 ? null : { ids: tagIds })
  const [result, setResult] = useState<LinkResult>()
  useEffect(() => {
    if (cards === undefined || (tagIds.length > 0 && tags === undefined)) return
    const names = new Map((tags ?? []).flatMap((tag) => (tag ? [[tag.id, displayNameOf(tag)] as const] : [])))
    let isWanted = true
    void linkLines(cards, (id) => names.get(id), painted).then((lines) => {
      if (isWanted) setResult({ lines, source, first })
    })
    return () => {
      isWanted = false
    }
  }, [cards, tagIds, tags, source, first])
  return result
}
