import { type Card, type Id, LIMITS, type Page, parentIdsOf, textsOfPage } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../../overlays/index.ts'
import { useAnswer } from '../../../replica/index.ts'
import { CardText, Marked, ShowMore } from '../../../shared/cards/card-text.tsx'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { DueChip } from '../../../shared/cards/due-chip.tsx'
import { useTagsById } from '../../../shared/cards/tags-context.tsx'
import { useCardActions } from '../../../shared/cards/use-card-actions.ts'
import { isOnAll } from '../../../shared/tags/chip-state.ts'
import { TagChip } from '../../../shared/tags/tag-chip.tsx'
import { type LinkText, linkText, pictureAddress, siteHue } from '../../../shared/text/address.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { fromMatch, hasMatch } from '../../../shared/text/mark-matches.ts'
import { excerptOf, titleOf } from '../../../shared/text/note-title.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { homeSearch } from '../home-screen.ts'
import type { RowProps } from './row-props.ts'
import styles from './rows.module.css'
import { Subnotes } from './subnotes.tsx'

/** The row of a todo: a round box that completes it, text, subnotes and due date. */
export function TodoRow(props: RowProps) {
  const { card, look, words, now, isOpen, isActive, onToggle, textId, editor, tags, children } = props
  return (
    <>
      <span className={styles.lead}>
        <DoneBox card={card} isActive={isActive} />
      </span>
      <div className={cx(styles.body, styles.todo)} id={textId}>
        {editor ??
          (!look.without.has('content') && (
            <CardText card={card} words={words} isOpen={isOpen} onToggle={onToggle} />
          ))}
        {!look.without.has('titles') && (
          <Subnotes
            card={card}
            words={words}
            isOpen={isOpen}
            hasInput={!look.without.has('input')}
            onToggle={onToggle}
          />
        )}
        <div className={styles.about} data-about="">
          {!look.without.has('dates') && <DueChip card={card} now={now} isActive={isActive} />}
          {!look.without.has('titles') && <SubtaskProgress card={card} />}
          {tags}
        </div>
        {children}
      </div>
    </>
  )
}

/** The row of a note: its first line as the title, two more lines, subnotes and tags. */
export function NoteRow({ card, look, words, isOpen, onToggle, textId, editor, tags, children }: RowProps) {
  return (
    <>
      <span className={styles.lead}>
        <Icon of={TYPE_ICONS.note} size={16} />
      </span>
      <div className={styles.body} id={textId}>
        {editor ??
          (!look.without.has('content') &&
            (isOpen ? (
              <CardText card={card} words={words} isOpen onToggle={onToggle} />
            ) : (
              <TitleAndExcerpt card={card} words={words} />
            )))}
        {!look.without.has('titles') && (
          <Subnotes
            card={card}
            words={words}
            isOpen={isOpen}
            hasInput={!look.without.has('input')}
            onToggle={onToggle}
          />
        )}
        {tags !== null && (
          <div className={styles.about} data-about="">
            {tags}
          </div>
        )}
        {children}
      </div>
    </>
  )
}

/** The title and the excerpt. The title is a link that opens in another tab. Other presses bubble to the row. */
function TitleAndExcerpt({ card: { id, content }, words }: { card: Card; words: readonly string[] }) {
  const excerpt = excerptOf(content, words)
  const leaveToRow = (event: MouseEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault()
  }
  return (
    <>
      <p className={styles.title}>
        <a
          href={`home?note=${id}`}
          className={styles.anchor}
          data-opens=""
          tabIndex={-1}
          onClick={leaveToRow}
        >
          <Marked text={titleOf(content)} words={words} />
        </a>
      </p>
      {excerpt !== '' && (
        <p className={styles.excerpt}>
          <Marked text={excerpt} words={words} />
        </p>
      )}
    </>
  )
}

/** The row of a link: icon of the site, title in one line, then site, description and tags. */
export function LinkRow(props: RowProps) {
  const { card, look, words, isOpen, onToggle, textId, editor, tags, children } = props
  const link = linkText(card)
  const cover = look.density === 'cards' ? card.page?.cover : ''
  const isTextShown = !look.without.has('content')
  return (
    <>
      <span className={cx(styles.lead, styles.site)}>
        {link === null ? (
          <Icon of={TYPE_ICONS.link} size={16} />
        ) : (
          <SiteIcon host={link.host} icon={card.page?.icon} />
        )}
        {cover && <SiteCover cover={cover} />}
      </span>
      <div className={styles.body} id={textId}>
        {editor ?? (isTextShown && <Title card={card} link={link} words={words} isOpen={isOpen} />)}
        <div className={styles.about} data-about="">
          {editor === null && isTextShown && link !== null && (
            <About link={link} card={card} words={words} isOpen={isOpen} onToggle={onToggle} />
          )}
          {tags}
        </div>
        {!look.without.has('titles') && (
          <Subnotes
            card={card}
            words={words}
            isOpen={isOpen}
            hasInput={!look.without.has('input')}
            onToggle={onToggle}
          />
        )}
        {children}
      </div>
    </>
  )
}

function Title({
  card,
  link,
  words,
  isOpen,
}: Pick<RowProps, 'card' | 'words' | 'isOpen'> & { link: LinkText | null }) {
  const written = link?.title ?? card.content
  const title = isOpen ? written : cutText(written).shown
  return (
    <div className={cx(styles.title, isOpen && styles.whole)}>
      {link === null ? (
        <Marked text={title} words={words} />
      ) : (
        <a href={link.href} target="_blank" rel="noopener noreferrer" className={styles.anchor}>
          <Marked text={title} words={words} />
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      )}
    </div>
  )
}

/** The site and the description. An open row shows both in full, and the address. */
function About({
  link,
  card: { id, content, page },
  words,
  isOpen,
  onToggle,
}: Pick<RowProps, 'card' | 'words' | 'isOpen' | 'onToggle'> & { link: LinkText }) {
  const description = isOpen
    ? link.description
    : cutText(fromMatch(link.description, words, LIMITS.textCut)).shown
  // A description from the page does not count as cut, even if the page cut it.
  const isWritten = link.description !== page?.description
  const isCut = cutText(link.title).isCut || (isWritten && cutText(link.description).isCut)
  const site = siteShown(link, words)
  const hasSite = site !== link.host || !link.title.startsWith(link.host)
  const hasMore = isCut || isOpen
  const isPagesAlone =
    !isWritten && hasMatch(description, words) && !hasMatch(`${link.title}\n${link.href}`, words)
  const isDead = page !== undefined && page.deadAt !== null
  const hasCopy = page?.copiedAt !== undefined
  if (!hasSite && description === '' && !hasMore && !isDead && !hasCopy) return null
  return (
    <span className={cx(styles.meta, isOpen && styles.whole)}>
      {isDead && <span className={styles.dead}>Page gone</span>}
      {hasSite && (
        <span className={styles.host}>
          <Marked text={site} words={words} />
        </span>
      )}
      {hasCopy && <ReadCopy cardId={id} texts={`${content}\n${link.href}`} />}
      {description !== '' && (
        <span className={styles.description}>
          {isPagesAlone && 'The page: '}
          <Marked text={description} words={words} />
        </span>
      )}
      {page !== undefined && (isOpen || isOnPageAlone(link, page, words)) && (
        <FromPage link={link} page={page} words={words} isOpen={isOpen} />
      )}
      {isOpen && (
        <span className={styles.address}>
          <Marked text={link.href} words={words} />
        </span>
      )}
      {hasMore && <ShowMore isOpen={isOpen} onToggle={onToggle} />}
    </span>
  )
}

/** The host, or the whole address if a word of the search is only in the address. */
function siteShown({ host, href, title, description }: LinkText, words: readonly string[]): string {
  const isShown = hasMatch(`${host}\n${title}\n${description}`, words)
  return !isShown && hasMatch(href, words) ? href.replace(/^https?:\/\/(?:www\.)?|\/$/g, '') : host
}

/** Whether a word is in the texts of the page and not in those of the card. */
function isOnPageAlone(
  { href, title, description }: LinkText,
  page: Page,
  words: readonly string[],
): boolean {
  return (
    !hasMatch(`${href}\n${title}\n${description}`, words) && hasMatch(textsOfPage(page).join('\n'), words)
  )
}

/** @param texts the card's own texts. A word of `copy:` that isn't in them is in the copy */
function ReadCopy({ cardId, texts }: { cardId: Id; texts: string }) {
  const popups = usePopups()
  const asked = useStore(homeSearch, ({ text }) => COPY_ASKED.exec(text)?.slice(1).join('') ?? '')
  const isAlone = asked !== '' && !hasMatch(texts, [asked])
  return (
    <button
      type="button"
      className={styles.copy}
      tabIndex={-1}
      onClick={() => popups.open('page-copy', { entityId: cardId })}
    >
      {isAlone ? 'Found in the copy alone: read it' : 'Read the copy'}
    </button>
  )
}

/** The text of a condition `copy:`, with or without quotes. */
const COPY_ASKED = /(?:^|[\s,(])copy:(?:"([^"]+)"?|([^",|)]+))/i

/** The page's own description, if the card's text is another one. */
function FromPage({
  link,
  page,
  words,
  isOpen,
}: Pick<RowProps, 'words' | 'isOpen'> & { link: LinkText; page: Page }) {
  const texts = textsOfPage(page).filter((text) => text !== link.title && text !== link.description)
  if (texts.length === 0) return null
  const text = texts.join(' · ')
  return (
    <span className={styles.address}>
      <Marked
        text={`The page: ${isOpen ? text : cutText(fromMatch(text, words, LIMITS.textCut)).shown}`}
        words={words}
      />
    </span>
  )
}

/**
 * The icon of a site. Without one, the first letter of the site's name in a colour derived from it.
 *
 * @param icon name of the picture; empty: there is none, or not yet
 */
function SiteIcon({ host, icon = '' }: { host: string; icon?: string | undefined }) {
  const [failed, setFailed] = useState('')
  if (icon !== '' && icon !== failed)
    return (
      <img
        src={pictureAddress(icon)}
        alt=""
        width={28}
        height={28}
        decoding="async"
        className={styles.picture}
        onError={() => setFailed(icon)}
      />
    )
  const [letter = '?'] = host
  return (
    <span className={styles.icon} style={{ '--site': siteHue(host) } as never} aria-hidden="true">
      {letter}
    </span>
  )
}

/** The picture of a page in a list of covers, or the icon if it can't be loaded. */
function SiteCover({ cover }: { cover: string }) {
  const [failed, setFailed] = useState('')
  if (cover === failed) return null
  return (
    <img
      src={pictureAddress(cover)}
      alt=""
      width={480}
      height={270}
      loading="lazy"
      decoding="async"
      className={styles.cover}
      onError={() => setFailed(cover)}
    />
  )
}

/**
 * The tags of a card, without the tags that the search demands. On the active card Tab reaches them, and implied
 * tags follow in paler chips.
 */
export function CardTags({ card, isActive, isCut }: { card: Card; isActive: boolean; isCut: boolean }) {
  const tagsById = useTagsById()
  const [line, hidden] = useHiddenCount(isCut)
  const tags = card.tagIds.flatMap((id) => tagsById.get(id) ?? [])
  const unsearched = useStore(homeSearch, ({ text }) =>
    tags.flatMap((tag) => (isOnAll(text, tag) ? [] : tag.id)).join(),
  )
  const [before, setBefore] = useState(unsearched)
  // A pressed chip stays while it has the focus, so that a second press undoes the first.
  if (before !== unsearched && !line.current?.contains(document.activeElement)) setBefore(unsearched)
  const shownIds = `${unsearched},${before}`.split(',')
  const shown = tags.filter(({ id }) => shownIds.includes(id))
  const hasImplied = isActive && tags.some(mayImply)
  if (shown.length === 0 && !hasImplied) return null
  return (
    <>
      <div ref={line} className={cx(styles.tags, isActive && styles.all)}>
        {shown.map((tag) => (
          <TagChip key={tag.id} tag={tag} cardId={card.id} tabIndex={isActive ? 0 : -1} />
        ))}
        {hasImplied && <ImpliedTags tagIds={card.tagIds} />}
      </div>
      {/* A screen reader reads the hidden ones, too. */}
      {hidden > 0 && <span className={styles.more} aria-hidden="true">{`+${hidden}`}</span>}
    </>
  )
}

/** Counts the tags below the first line. */
function useHiddenCount(isCut: boolean) {
  const line = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState(0)
  // After each render, because the count takes space, too. Reading a position forces a layout of the list.
  useLayoutEffect(() => {
    if (!isCut || line.current === null) return setHidden(0)
    const { offsetTop, offsetHeight, children } = line.current
    const end = offsetTop + offsetHeight
    setHidden([...children].filter((tag) => (tag as HTMLElement).offsetTop >= end).length)
  })
  return [line, hidden] as const
}

/** Whether a tag may imply others: by its parents or its groups. */
function mayImply(tag: TagInUse): boolean {
  return parentIdsOf(tag).length > 0 || tag.groupIds.length > 0
}

function ImpliedTags({ tagIds }: { tagIds: readonly Id[] }) {
  const { answer = [] } = useAnswer('impliedTags', { tagIds }, 'deferred')
  return answer.map((tag) => (
    <span key={tag.id} className={styles.implied}>
      <TagChip tag={tag} reason="implied" tabIndex={0} />
    </span>
  ))
}

/** Renders the round box of a todo: completes it, or opens it again. */
function DoneBox({ card, isActive }: { card: Card; isActive: boolean }) {
  const actions = useCardActions()
  const isDone = card.doneAt !== null
  return (
    <label className={styles.mark}>
      <input
        type="checkbox"
        className={styles.round}
        tabIndex={isActive ? 0 : -1}
        checked={isDone}
        aria-label={`${isDone ? 'Done' : 'Complete'}: “${cutText(card.content, 40).shown}”`}
        onChange={() => actions.complete([card])}
      />
    </label>
  )
}

/** How many subtasks of a card are done, such as "2/4", and as a bar. */
function SubtaskProgress({ card }: { card: Card }) {
  const { subnotes } = card
  if (subnotes.length === 0) return null
  const done = subnotes.filter(({ isTicked }) => isTicked).length
  return (
    <span className={styles.progress} title={`${done} of ${subnotes.length} subtasks done`}>
      <progress
        className={styles.bar}
        max={subnotes.length}
        value={done}
        aria-label={`${done} of ${subnotes.length} subtasks done`}
      />
      <span aria-hidden="true">{`${done}/${subnotes.length}`}</span>
    </span>
  )
}
