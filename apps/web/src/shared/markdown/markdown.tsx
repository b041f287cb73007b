import type { Card } from '@cardinal/domain'
import { diffCard } from '@cardinal/sync/edits'
import DOMPurify from 'dompurify'
import { escapeUTF8 } from 'entities/escape'
import { Marked } from 'marked'
import { useLayoutEffect, useRef } from 'react'
import { pictureAddress } from '../../replica/files/file-bytes.ts'
import { useSession } from '../../session/index.ts'
import { useAct } from '../changes/use-act.ts'
import { BoundedTokenizer, limitNesting } from './limits.ts'
import styles from './markdown.module.css'

/**
 * Renders a note's Markdown. An allowlist excludes scripts, styles, forms and pictures of other sites, which would learn that the
 * note was read. Pictures of the card are drawn. Links open safely. A press on a check box changes one letter of the text.
 */
export default function Markdown({ card }: { card: Card }) {
  const place = useRef<HTMLDivElement>(null)
  const act = useAct()
  const { userId } = useSession()
  useLayoutEffect(() => {
    place.current?.replaceChildren(render(card.content, card.id))
    if (userId !== null) drawPictures(place.current, userId)
    for (const [at, box] of boxesIn(place.current).entries()) {
      box.disabled = false
      box.ariaLabel = box.parentElement?.firstChild?.nextSibling?.textContent?.trim() || 'Item'
      box.addEventListener('click', (event) => {
        event.stopPropagation()
        const content = withBoxPressed(card.content, at)
        const edit = content === null ? null : diffCard(card, { content })
        if (edit === null) event.preventDefault()
        else void act({ name: 'editCard', args: edit }, { label: 'Ticked a line of a note' })
      })
    }
  }, [card, act, userId])
  return <div ref={place} className={styles.markdown} />
}

/**
 * Prints this text instead of the page, because the editor draws only the visible part.
 *
 * @param text called when printing begins
 * @returns a function that stops this
 */
export function printInstead(text: () => string): () => void {
  const sheet = document.createElement('article')
  sheet.className = `${styles.markdown} ${styles.printed}`
  sheet.dataset.printed = ''
  let focused: Element | null = null
  const begin = () => {
    focused = document.activeElement
    sheet.replaceChildren(render(text()))
    document.body.append(sheet)
  }
  const end = () => {
    sheet.remove()
    // Browsers blur an element that is hidden.
    if (focused instanceof HTMLElement && document.activeElement === document.body)
      focused.focus({ preventScroll: true })
    focused = null
  }
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    end()
  }
}

const boxesIn = (place: ParentNode | null) => [
  ...(place?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? []),
]

/** Matches what may be a check box of a list. In a code block it is only text. */
const BOX = /^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*\[(?=[ xX]\][ \t])/gm
/** The most boxes of the text to try, beginning with the one of the same number. */
const TRIED = 50

/**
 * Toggles the drawn check box with this number, from 0, in the text. The drawing doesn't tell the box's place in
 * the text. So boxes of the text are toggled one by one until only that box is drawn differently. Null: no box is
 * found.
 */
export function withBoxPressed(text: string, number: number): string | null {
  const states = (source: string) => boxesIn(render(source)).map(({ checked }) => checked)
  const wanted = states(text).map((isTicked, at) => (at === number ? !isTicked : isTicked))
  for (const match of [...text.matchAll(BOX)].slice(number, number + TRIED)) {
    const at = match.index + match[0].length
    const pressed = `${text.slice(0, at)}${text.charAt(at) === ' ' ? 'x' : ' '}${text.slice(at + 1)}`
    const now = states(pressed)
    if (now.length === wanted.length && now.every((isTicked, place) => isTicked === wanted[place]))
      return pressed
  }
  return null
}

function drawPictures(place: ParentNode | null, userId: string): void {
  for (const picture of place?.querySelectorAll('img') ?? [])
    void pictureAddress(userId, picture.dataset.file ?? '').then((address) => {
      if (address !== null) picture.src = address
    })
}

/** Parses pictures without an address, because a browser loads an address as soon as the element exists. */
const reader = new Marked({
  async: false,
  gfm: true,
  breaks: true,
  renderer: {
    image({ href, text }) {
      const hash = FILE.exec(href)?.[1]
      return hash === undefined ? '' : `<img data-file="${hash}" alt="${escapeUTF8(text)}">`
    },
  },
})
const FILE = /^file:([0-9a-f]{64})$/

/**
 * Parses Markdown into safe nodes. Pictures have no address; `data-file` has the hash.
 *
 * @param cardId the card whose viewer opens linked files; absent: files are no links
 */
export function render(text: string, cardId?: string): DocumentFragment {
  const html = reader.parse(limitNesting(text), { async: false, tokenizer: new BoundedTokenizer() })
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['alt', 'data-file', 'href', 'title', 'start', 'align', 'type', 'checked', 'disabled'],
    ALLOWED_URI_REGEXP: /^(?:(?:https?|ftp|mailto|tel):|card:[0-9a-f]{24}$|file:[0-9a-f]{64}$)/i,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a')) {
    const linkedId = link.getAttribute('href')?.match(/^card:(.*)$/i)?.[1]
    if (linkedId !== undefined) {
      link.setAttribute('href', `home?popups_center=master-editor&master-editor.entityId=${linkedId}`)
      continue
    }
    const hash = FILE.exec(link.getAttribute('href') ?? '')?.[1]
    if (hash !== undefined) {
      const viewer = `home?popups_center=file-viewer&file-viewer.entityId=${cardId}&file-viewer.file=${hash}`
      if (cardId === undefined) link.removeAttribute('href')
      else link.setAttribute('href', viewer)
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
    'img',
  ],
]
