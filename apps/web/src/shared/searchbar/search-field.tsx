import { withoutEnd } from '@cardinal/domain'
import type { CaptureChip } from '@cardinal/domain/capture'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { isComposing } from '../../ui/typed-keys.ts'
import { useCaptureModule } from '../capture/captured.ts'
import type { CardSearch } from '../search/filters.ts'
import type { SearchStore } from '../search/search-store.ts'
import { enterTokens, SearchTokens, withoutLastToken } from './search-tokens.tsx'
import styles from './searchbar.module.css'

type Field = HTMLInputElement | HTMLTextAreaElement

interface SearchFieldProps {
  readonly text: string
  readonly label: string
  readonly prompt: string
  readonly listId: string
  readonly hintId: string
  readonly isExpanded: boolean
  readonly markedId: string | undefined
  readonly autoFocus?: boolean | undefined
  readonly onText: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent<Field>) => void
  /** Called when the focus moved elsewhere. */
  readonly onLeft: () => void
  /** The search whose words are drawn as tokens. */
  readonly tokensOf?: SearchStore | undefined
  readonly asked: CardSearch | null
  /** Recognised words, drawn instead of tokens. */
  readonly chips?: readonly CaptureChip[] | undefined
  readonly ref?: Ref<Field> | undefined
}

const NO_CHIPS: readonly CaptureChip[] = []

/** The most characters of a text with suggestions. Longer texts are cards being written. */
export const LONG = 120

/**
 * The field of a searchbar. One line is a combobox. A long or multi-line text gets a textarea, which assistive
 * technology treats as plain text. Focus and caret stay.
 */
export function SearchField(props: SearchFieldProps) {
  const { text, label, prompt, onText, onKeyDown, tokensOf, chips = NO_CHIPS } = props
  const module = useCaptureModule()
  const tokens = useRef<HTMLDivElement>(null)
  const field = useRef<Field>(null)
  const caret = useRef<number | null>(null)
  const hasLines = text.length > LONG || text.includes('\n')
  const wasFocused = useRef(false)
  /** px by which the line is scrolled. Stored, because reading it forces a layout. */
  const scrolled = useRef(0)
  useImperativeHandle(props.ref, () => field.current as Field)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the kind of field changes.
  useLayoutEffect(() => {
    scrolled.current = 0
    if (!wasFocused.current || field.current === null) return
    field.current.focus()
    const at = caret.current ?? field.current.value.length
    field.current.setSelectionRange(at, at)
  }, [hasLines])
  // The field may be scrolled before chips appear over it.
  useLayoutEffect(() => {
    if (tokens.current && scrolled.current !== 0) tokens.current.scrollLeft = scrolled.current
  })
  useLayoutEffect(() => {
    if (!(field.current instanceof HTMLTextAreaElement)) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight}px`
  })

  const common = {
    className: styles.input,
    value: text,
    placeholder: prompt,
    'aria-label': label,
    'aria-describedby': props.hintId,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: hasLines,
    enterKeyHint: 'go' as const,
    onChange: (event: { currentTarget: Field }) => {
      caret.current = event.currentTarget.selectionStart
      onText(event.currentTarget.value)
    },
    onFocus: () => {
      wasFocused.current = true
    },
    onBlur: (event: { currentTarget: Field }) => {
      // When the other element replaces the field, the field only loses the focus because it is removed.
      if (!event.currentTarget.isConnected) return
      wasFocused.current = false
      props.onLeft()
    },
    onKeyDown: (event: KeyboardEvent<Field>) => {
      if (tokensOf !== undefined && onToken(event, text, onText, chips.length === 0))
        return event.preventDefault()
      caret.current = (event.currentTarget.selectionStart ?? text.length) + (event.key === 'Enter' ? 1 : 0)
      onKeyDown(event)
    },
  }
  const input = hasLines ? (
    <textarea ref={field as Ref<HTMLTextAreaElement>} rows={2} {...common} />
  ) : (
    <input
      ref={field as Ref<HTMLInputElement>}
      type="text"
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={props.isExpanded}
      aria-controls={props.listId}
      aria-activedescendant={props.markedId}
      // biome-ignore lint/a11y/noAutofocus: only where a popup's first act is to search.
      autoFocus={props.autoFocus}
      {...common}
      onPaste={(event) => pasteLines(event, text, onText, caret)}
      onScroll={({ currentTarget }) => {
        scrolled.current = currentTarget.scrollLeft
        if (tokens.current) tokens.current.scrollLeft = scrolled.current
      }}
    />
  )
  if (tokensOf === undefined) return input
  return (
    <div className={styles.written} data-tokens="">
      {module !== null && chips.length > 0 ? (
        <module.ChipLine
          key={String(hasLines)}
          ref={tokens}
          text={text}
          chips={chips}
          onRefuse={tokensOf.getState().refuse}
        />
      ) : (
        !hasLines &&
        text.trim() !== '' && <SearchTokens ref={tokens} search={tokensOf} text={text} asked={props.asked} />
      )}
      {input}
    </div>
  )
}

/**
 * Keys on tokens: Backspace removes a finished one, and arrow left at the beginning moves to them.
 *
 * @param isSearch false: the text is added, and a comma finishes no token
 */
function onToken(
  event: KeyboardEvent<Field>,
  text: string,
  onText: (text: string) => void,
  isSearch: boolean,
): boolean {
  const { selectionStart: start, selectionEnd: end } = event.currentTarget
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isComposing(event.nativeEvent))
    return false
  if (event.key === 'ArrowLeft' && start === 0 && end === 0) return enterTokens(event.currentTarget)
  const left = isSearch && event.key === 'Backspace' ? withoutLastToken(text, start, end) : null
  if (left !== null) onText(left)
  return left !== null
}

/** Pastes several lines. A single-line field would remove the line breaks. */
function pasteLines(
  event: ClipboardEvent<HTMLInputElement>,
  text: string,
  onText: (text: string) => void,
  caret: { current: number | null },
): void {
  const pasted = withoutEnd(event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n'), '\n')
  if (!pasted.includes('\n')) return
  event.preventDefault()
  const start = event.currentTarget.selectionStart ?? text.length
  const end = event.currentTarget.selectionEnd ?? start
  caret.current = start + pasted.length
  onText(text.slice(0, start) + pasted + text.slice(end))
}
