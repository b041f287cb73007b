import {
  grouped,
  isMeantBy,
  isUnknownValue,
  type SearchToken,
  type SearchTokenKind,
  searchTokens,
} from '@cardinal/domain'
import type { TagInUse, WithoutWord } from '@cardinal/engine'
import { Minus, Plus, Search, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useAnswer } from '../../replica/index.ts'
import { openContextMenu } from '../../ui/context-menu.tsx'
import { place } from '../../ui/place.ts'
import { type CardSearch, countsOf, localCalendar } from '../search/filters.ts'
import type { SearchStore } from '../search/search-store.ts'
import { counted } from '../text/counted.ts'
import styles from './search-tokens.module.css'
import { followToken, moveToken } from './token-drag.ts'

/**
 * Words of a search drawn as tokens over the text of its field, letter on letter. The pointer presses the field,
 * the cross at a token's end, or drags a token. Keys move between tokens. Alt and arrows move one, minus negates
 * it, Delete removes it, Enter opens its menu. Hover and focus show what a token finds.
 */
export function SearchTokens(props: {
  search: SearchStore
  text: string
  /** The search, for counts. Null: no counts. */
  asked: CardSearch | null
  ref: RefObject<HTMLDivElement | null>
}) {
  const { search, text, asked } = props
  const tokens = useMemo(() => searchTokens(text, localCalendar()), [text])
  const keywords = useMemo(() => wordsOf(tokens), [tokens])
  const { answer } = useAnswer('tagsBySearchword', keywords.length === 0 ? null : { keywords }, 'deferred')
  const last = tokens.at(-1)?.to ?? 0
  const tipId = useId()
  const activeIndex = useActiveToken(props.ref, text)
  const token = activeIndex === null ? undefined : tokens[activeIndex]
  const { answer: facts } = useAnswer(
    'withoutEachWord',
    token === undefined || asked === null ? null : countsOf(asked),
    'deferred',
  )
  const fact =
    token && facts?.find((each) => each.word === token.text && each.isExcluded === token.isExcluded)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend for what the label says.
    <div ref={props.ref} className={styles.tokens} role="group" aria-label="Words of the search">
      {tokens.map((token, index) => (
        // Words can repeat while somebody types; their place tells them apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <span key={`${index}:${token.text}`}>
          {text.slice(tokens[index - 1]?.to ?? 0, token.from)}
          <Token
            token={token}
            written={text.slice(token.from, token.to)}
            tag={token.kind === 'word' ? answer?.find((tag) => isMeantBy(tag, token.text)) : undefined}
            search={search}
            onMove={(to) => search.getState().put(moveToken(text, tokens, index, to))}
            index={index}
            fact={index === activeIndex ? fact : undefined}
            tipId={tipId}
          />
        </span>
      ))}
      {text.slice(last)}
      {fact !== undefined && <TokenTip id={tipId} tokens={props.ref} index={activeIndex ?? 0} fact={fact} />}
    </div>
  )
}

function Token(props: {
  token: SearchToken
  written: string
  tag: TagInUse | undefined
  search: SearchStore
  index: number
  /** Moves the token to this index. */
  onMove: (to: number) => void
  fact: WithoutWord | undefined
  tipId: string
}) {
  const { token, written, tag, search, index, onMove, fact } = props
  const { edit } = search.getState()
  const remove = () => edit('remove', token.text)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey) return
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.altKey) {
      if (by === undefined) return
      const place = event.currentTarget.closest('[data-tokens]')
      onMove(Math.max(0, index + by))
      queueMicrotask(() => wordsIn(place)[Math.max(0, index + by)]?.focus())
    } else if (event.key === '-') edit(token.isExcluded ? 'include' : 'exclude', token.text)
    else if (event.key === 'Delete' || event.key === 'Backspace') remove()
    else if (event.key === 'Enter' || event.key === ' ')
      openContextMenu(token.text, menuOf(token, fact, search), event.currentTarget)
    else if (by !== undefined) step(event.currentTarget, by)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drag of a mouse; Alt with an arrow key does the same.
    <span
      className={styles.token}
      data-token=""
      onPointerDown={(event) => event.target instanceof HTMLButtonElement || followToken(event, onMove)}
      onMouseDown={(event) => event.preventDefault()}
      data-kind={tag === undefined ? token.kind : 'tag'}
      data-unknown={token.kind === 'word' && isUnknownValue(token.text) ? '' : undefined}
      data-excluded={token.isExcluded ? '' : undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a button would be an inline block, and move the letters. */}
      <span
        role="button"
        tabIndex={-1}
        className={styles.word}
        aria-label={`${token.text}${token.isExcluded ? ', left out' : ''}, ${aboutOf(token, tag)}`}
        aria-haspopup="menu"
        aria-describedby={fact === undefined ? undefined : props.tipId}
        onKeyDown={onKeyDown}
      >
        {written}
      </span>
      <button
        type="button"
        tabIndex={-1}
        className={styles.remove}
        aria-label={`Remove ${token.text}`}
        onClick={remove}
      />
    </span>
  )
}

/** Words that may be tag names. */
function wordsOf(tokens: readonly SearchToken[]): readonly string[] {
  return [...new Set(tokens.filter(({ kind }) => kind === 'word').map((token) => token.text))]
}

/** The menu of a token, with the number of results after each choice. */
function menuOf(token: SearchToken, fact: WithoutWord | undefined, search: SearchStore) {
  const { edit } = search.getState()
  const { text, isExcluded } = token
  const finds = (count: number | undefined) => (count === undefined ? '' : `: ${counted(count, 'card')}`)
  return [
    { label: `Remove${finds(fact?.total)}`, icon: X, onSelect: () => edit('remove', text) },
    isExcluded
      ? { label: 'Ask for it instead', icon: Plus, onSelect: () => edit('include', text) }
      : { label: 'Leave it out instead', icon: Minus, onSelect: () => edit('exclude', text) },
    {
      label: `Search for it alone${finds(fact?.alone)}`,
      icon: Search,
      onSelect: () => edit('search', text),
    },
  ]
}

function aboutOf(token: SearchToken, tag: TagInUse | undefined): string {
  if (token.kind === 'word' && isUnknownValue(token.text)) return 'no known condition: a text to look for'
  return tag === undefined ? MEANINGS[token.kind] : `a tag on ${counted(tag.cardCount, 'card')}`
}

/** How a token was parsed. */
const MEANINGS: Readonly<Record<SearchTokenKind, string>> = {
  word: 'tag or text',
  tag: 'a tag',
  text: 'a text',
  field: 'a condition',
  choice: 'any of these',
  group: 'all of these',
}

/** Focuses the previous or next token, or the field after the last one. */
export function step(from: HTMLElement, by: number): void {
  const words = wordsIn(from.closest('[data-tokens]'))
  const next = words[words.indexOf(from) + by]
  if (next !== undefined) next.focus()
  else if (by === 1) from.closest('[data-tokens]')?.querySelector<HTMLElement>('input, textarea')?.focus()
}

/** Focuses the last token. Returns whether there is one. */
export function enterTokens(field: HTMLElement): boolean {
  const last = wordsIn(field.closest('[data-tokens]')).at(-1)
  last?.focus()
  return last !== undefined
}

function wordsIn(place: Element | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[role="button"]') ?? [])]
}

/** The text without its last token, if a comma ends it and the caret follows. Null: the browser handles the key. */
export function withoutLastToken(text: string, start: number | null, end: number | null): string | null {
  if (start !== text.length || end !== text.length || !/[,，]\s*$/.test(text)) return null
  const last = searchTokens(text).at(-1)
  return last === undefined ? null : text.slice(0, last.from)
}

/** ms on a token before its tip shows. */
const TIP_DELAY_MS = 300

/**
 * Index of the hovered or focused token. Null: none. Tokens have no pointer events, so their rectangles are
 * compared with the pointer.
 */
function useActiveToken(tokens: RefObject<HTMLDivElement | null>, text: string): number | null {
  const [index, setIndex] = useState<number | null>(null)
  const [textThen, setTextThen] = useState(text)
  if (textThen !== text) {
    setTextThen(text)
    setIndex(null)
  }
  useEffect(() => {
    const host = tokens.current?.parentElement
    if (!host) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const all = () => [...host.querySelectorAll<HTMLElement>('[data-token]')]
    const show = (isIt: (token: HTMLElement) => boolean) => {
      const at = all().findIndex(isIt)
      setIndex(at < 0 ? null : at)
    }
    const isFocused = (token: HTMLElement) => token.contains(document.activeElement)
    // The focus wins over the pointer, which may rest anywhere.
    const follow = (event: PointerEvent) => {
      clearTimeout(timer)
      if (all().some(isFocused)) return
      timer = setTimeout(() => show((token) => isInside(token.getBoundingClientRect(), event)), TIP_DELAY_MS)
    }
    const leave = () => {
      clearTimeout(timer)
      show(isFocused)
    }
    const leaving = new AbortController()
    const { signal } = leaving
    host.addEventListener('pointermove', follow, { signal })
    for (const event of ['pointerleave', 'pointerdown', 'focusin'])
      host.addEventListener(event, leave, { signal })
    host.addEventListener('focusout', () => setIndex(null), { signal })
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [tokens])
  return index
}

/** How many cards a token finds, and how many the search finds without it. */
function TokenTip(props: {
  id: string
  tokens: RefObject<HTMLDivElement | null>
  index: number
  fact: WithoutWord
}) {
  const { id, tokens, index, fact } = props
  const ref = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const token = tokens.current?.querySelectorAll('[data-token]')[index]
    if (ref.current === null || token === undefined) return
    ref.current.showPopover()
    place(ref.current, token.getBoundingClientRect(), 'bottom-start')
  }, [tokens, index])
  return (
    <span ref={ref} id={id} role="tooltip" popover="manual" className={styles.tip}>
      {`Alone: ${counted(fact.alone, 'card')} · without it: ${grouped(fact.total)}`}
    </span>
  )
}

function isInside({ left, right, top, bottom }: DOMRect, { clientX, clientY }: PointerEvent): boolean {
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}
