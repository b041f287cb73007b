import type { Id, Page } from '@cardinal/domain'
import { usePopups } from '../../../overlays/index.ts'
import { Marked, ShowMore } from '../../../shared/cards/card-text.tsx'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { type LinkText, linkText } from '../../../shared/text/link-text.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { RowProps } from './row-props.ts'
import styles from './rows.module.css'
import { SiteCover, SiteIcon } from './site-icon.tsx'
import { Subnotes } from './subnotes.tsx'

/** Renders the row of a link: icon of the site, title in one line, then site, description and tags. */
export function LinkRow(props: RowProps) {
  const { card, look, words, isOpen, onToggle, textId, editor, tags, children } = props
  const link = linkText(card.content, card.page)
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
        <div className={styles.about}>
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

/** Renders the site and the description. An open row shows both in full, and the address. */
function About({
  link,
  card: { id, page },
  words,
  isOpen,
  onToggle,
}: Pick<RowProps, 'card' | 'words' | 'isOpen' | 'onToggle'> & { link: LinkText }) {
  const description = isOpen ? link.description : cutText(link.description).shown
  // The row cuts a page's own description, which is often long, without saying so.
  const isWritten = link.description !== page?.description
  const isCut = cutText(link.title).isCut || (isWritten && cutText(link.description).isCut)
  const hasSite = !link.title.startsWith(link.host)
  const hasMore = isCut || isOpen
  const isDead = page !== undefined && page.deadAt !== null
  const hasCopy = page?.copiedAt !== undefined
  if (!hasSite && description === '' && !hasMore && !isDead && !hasCopy) return null
  return (
    <span className={cx(styles.meta, isOpen && styles.whole)}>
      {isDead && <span className={styles.dead}>Page gone</span>}
      {hasSite && <span className={styles.host}>{link.host}</span>}
      {hasCopy && <ReadCopy cardId={id} />}
      {description !== '' && (
        <span className={styles.description}>
          <Marked text={description} words={words} />
        </span>
      )}
      {isOpen && page !== undefined && <FromPage link={link} page={page} words={words} />}
      {isOpen && <span className={styles.address}>{link.href}</span>}
      {hasMore && <ShowMore isOpen={isOpen} onToggle={onToggle} />}
    </span>
  )
}

function ReadCopy({ cardId }: { cardId: Id }) {
  const popups = usePopups()
  return (
    <button
      type="button"
      className={styles.copy}
      tabIndex={-1}
      onClick={() => popups.open('page-copy', { entityId: cardId })}
    >
      Read the copy
    </button>
  )
}

/** Renders the page's own description, where the card has another text. */
function FromPage({ link, page, words }: Pick<RowProps, 'words'> & { link: LinkText; page: Page }) {
  const texts = [page.siteName, page.title, page.description].filter(
    (text) => text !== '' && text !== link.title && text !== link.description,
  )
  if (texts.length === 0) return null
  return (
    <span className={styles.address}>
      <Marked text={`The page: ${texts.join(' · ')}`} words={words} />
    </span>
  )
}
