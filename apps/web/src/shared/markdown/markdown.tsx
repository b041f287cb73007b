import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { useLayoutEffect, useRef } from 'react'
import styles from './markdown.module.css'
import { limitNesting } from './nesting.ts'

/**
 * Renders a note's Markdown. An allowlist excludes scripts, styles, forms and pictures (a picture would tell another
 * site that the note was read). Links open safely.
 */
export default function Markdown({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(render(text))
  }, [text])
  return <div ref={place} className={styles.markdown} />
}

/** Parses Markdown into safe nodes. Exported for its test. */
export function render(text: string): DocumentFragment {
  const html = marked.parse(limitNesting(text), { async: false, gfm: true, breaks: true })
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['href', 'title', 'start', 'align', 'type', 'checked', 'disabled'],
    ALLOWED_URI_REGEXP: /^(?:(?:https?|ftp|mailto|tel):|card:[0-9a-f]{24}$)/i,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a')) {
    const cardId = link.getAttribute('href')?.match(/^card:(.*)$/i)?.[1]
    if (cardId !== undefined) {
      link.setAttribute('href', `home?popups_center=master-editor&master-editor.entityId=${cardId}`)
      continue
    }
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  for (const box of fragment.querySelectorAll('input')) {
    box.type = 'checkbox'
    box.disabled = true
    box.ariaLabel = box.checked ? 'done' : 'not done'
  }
  return fragment
}

const ALLOWED_TAGS = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
  ...[
    'strong',
    'em',
    'del',
    's',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'input',
    'sub',
    'sup',
    'kbd',
  ],
]
