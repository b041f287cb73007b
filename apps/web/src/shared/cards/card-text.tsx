import { type Card, LIMITS } from '@cardinal/domain'
import { ExternalLink } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '../../ui/error-view.tsx'
import { Icon } from '../../ui/icon.tsx'
import { addressOfCard } from '../text/address.ts'
import { cutText } from '../text/cut-text.ts'
import { fromMatch, markMatches } from '../text/mark-matches.ts'
import styles from './card-text.module.css'

const Markdown = lazy(() => import('../markdown/markdown.tsx'))

interface CardTextProps {
  readonly card: Card
  /** Words to mark in the text. */
  readonly words: readonly string[]
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** The text of a card, cut at 100 characters unless it is open. A link's address opens in a new tab. */
export function CardText(props: CardTextProps) {
  const { card, isOpen } = props
  if (card.type === 'link') return <LinkText {...props} />
  if (card.type === 'note' && isOpen) {
    return (
      <ErrorBoundary>
        <Suspense fallback={<Plain {...props} />}>
          <Markdown card={card} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  return <Plain {...props} />
}

function Plain({ card, words, isOpen, onToggle }: CardTextProps) {
  const { shown, isCut } = isOpen
    ? { shown: card.content, isCut: false }
    : cutText(fromMatch(withoutBlankLines(card.content), words, LIMITS.textCut))
  return (
    <p className={styles.text}>
      <Marked text={shown} words={words} />
      {(isCut || (isOpen && cutText(card.content).isCut)) && <ShowMore isOpen={isOpen} onToggle={onToggle} />}
    </p>
  )
}

function LinkText({ card, words, isOpen, onToggle }: CardTextProps) {
  const address = addressOfCard(card)
  if (address === null) return <Plain {...{ card, words, isOpen, onToggle }} />
  const written = address.rest === '' ? withoutScheme(address.href) : address.rest
  const { shown, isCut } = isOpen ? { shown: written, isCut: false } : cutText(written)
  return (
    <div className={styles.link}>
      <a href={address.href} target="_blank" rel="noopener noreferrer" className={styles.anchor}>
        <Marked text={shown} words={words} />
        <Icon of={ExternalLink} size={13} className={styles.out} />
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <span className={styles.host}>
        <Marked text={address.host} words={words} />
      </span>
      {isOpen && address.rest !== '' && (
        <span className={styles.address}>
          <Marked text={address.href} words={words} />
        </span>
      )}
      {isCut && <ShowMore isOpen={isOpen} onToggle={onToggle} />}
    </div>
  )
}

/** A button that expands a cut text and collapses it. */
export function ShowMore({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <button type="button" className={styles.more} aria-expanded={isOpen} tabIndex={-1} onClick={onToggle}>
      {isOpen ? 'Show less' : 'Show more'}
    </button>
  )
}

/** A text with its matches marked. Markup in it is shown as text. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  let at = 0
  return markMatches(text, words).map((part) => {
    const key = at
    at += part.text.length
    return part.isMatch ? (
      <mark key={key} className={styles.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    )
  })
}

function withoutScheme(address: string): string {
  return address.replace(/^(?:https?|ftp):\/\/(?:www\.)?/i, '').replace(/\/$/, '')
}

/** Removes blank lines, because a cut text shows no space between paragraphs. */
function withoutBlankLines(text: string): string {
  return text.replace(/\n\s*\n/g, '\n')
}
