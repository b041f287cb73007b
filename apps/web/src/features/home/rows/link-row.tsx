import { Marked, ShowMore } from '../../../shared/cards/card-text.tsx'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { type LinkText, linkText } from '../../../shared/text/link-text.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Subnotes } from '../cards/subnotes.tsx'
import type { RowProps } from './row-props.ts'
import styles from './rows.module.css'
import { SiteIcon } from './site-icon.tsx'

/** A link: the icon of its site, its title in one line, then the site, what is written about it, and its tags. */
export function LinkRow(props: RowProps) {
  const { card, look, words, isOpen, onToggle, textId, editor, tags, children } = props
  const link = linkText(card.content)
  const isTextShown = !look.without.has('content')
  return (
    <>
      <span className={cx(styles.lead, styles.site)}>
        {link === null ? <Icon of={TYPE_ICONS.link} size={16} /> : <SiteIcon host={link.host} />}
      </span>
      <div className={styles.body} id={textId}>
        {editor ?? (isTextShown && <Title card={card} link={link} words={words} isOpen={isOpen} />)}
        <div className={styles.about}>
          {editor === null && isTextShown && link !== null && (
            <About link={link} words={words} isOpen={isOpen} onToggle={onToggle} />
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

/** The site and the description; the whole of both and the address where the row is open. */
function About({
  link,
  words,
  isOpen,
  onToggle,
}: Pick<RowProps, 'words' | 'isOpen' | 'onToggle'> & { link: LinkText }) {
  const description = isOpen ? link.description : cutText(link.description).shown
  const isCut = cutText(link.title).isCut || cutText(link.description).isCut
  const hasSite = !link.title.startsWith(link.host)
  const hasMore = isCut || isOpen
  if (!hasSite && description === '' && !hasMore) return null
  return (
    <span className={cx(styles.meta, isOpen && styles.whole)}>
      {hasSite && <span className={styles.host}>{link.host}</span>}
      {description !== '' && (
        <span className={styles.description}>
          <Marked text={description} words={words} />
        </span>
      )}
      {isOpen && <span className={styles.address}>{link.href}</span>}
      {hasMore && <ShowMore isOpen={isOpen} onToggle={onToggle} />}
    </span>
  )
}
