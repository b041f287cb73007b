import { type KeyboardEvent, type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '../../ui/typed-keys.ts'
import { SuggestionRow } from '../searchbar/suggestion-row.tsx'
import { type Completion, hashTyped } from '../searchbar/suggestions.ts'
import { useCaptureModule } from './captured.ts'
import { useHashCompletions, useLinkCompletions } from './hash-completions.ts'

/** The letters after a sign before the caret, and the UTF-16 indexes of sign and letters. */
interface Typed {
  readonly sign: '#' | '[['
  readonly letters: string
  readonly from: number
  readonly to: number
}

/**
 * Offers the tags that a `#word` at the caret of a text field may become, and the cards that `[[` may. Tab takes the first, the
 * arrows choose another one, and Escape hides them. In a note Enter continues a list.
 *
 * @param isAsked whether tags are offered
 * @param isNote whether cards are offered, and lists go on
 * @param write sets the whole text of the field
 */
export function useHashOffer(isAsked: boolean, isNote: boolean, write: (text: string) => void) {
  const [typed, setTyped] = useState<Typed | null>(null)
  /** The option selected by arrows. It stays selected if an answer puts others before it. */
  const [chosen, setChosen] = useState<Completion | null>(null)
  const listId = useId()
  const behind = (sign: Typed['sign']) => (typed?.sign === sign ? typed.letters : null)
  const tags = useHashCompletions(behind('#'))
  const links = useLinkCompletions(behind('[['))
  const options = typed?.sign === '#' ? tags : links
  const keyOf = (option: Completion | null | undefined) => option?.insert ?? option?.text
  const marked = chosen === null ? -1 : options.findIndex((option) => keyOf(option) === keyOf(chosen))
  const module = useCaptureModule()
  const field = useRef<HTMLTextAreaElement | null>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const hide = () => {
    setTyped(null)
    setChosen(null)
  }
  const take = (index: number) => {
    const [option, area] = [options[index], field.current]
    if (option === undefined || area === null || typed === null) return
    const rest = area.value.slice(typed.to)
    const before = `${area.value.slice(0, typed.from)}${option.insert ?? option.text}${/^\s/.test(rest) ? '' : ' '}`
    caret.current = before.length + (/^\s/.test(rest) ? 1 : 0)
    write(before + rest)
    hide()
  }
  const isOffered = options.length > 0
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    if (isComposing(event.nativeEvent) || shiftKey || ctrlKey || metaKey || altKey) return
    if (!isOffered) {
      const { value, selectionStart, selectionEnd } = event.currentTarget
      const isNext = isNote && key === 'Enter' && selectionStart === selectionEnd
      const next = isNext ? module?.nextItem(value, selectionStart) : null
      if (!next) return
      field.current = event.currentTarget
      caret.current = next.at
      write(next.text)
    } else if (key === 'Tab' || (key === 'Enter' && (marked >= 0 || typed?.sign === '[[')))
      take(Math.max(0, marked))
    else if (key === 'ArrowDown') setChosen(options[Math.min(marked + 1, options.length - 1)] ?? null)
    else if (key === 'ArrowUp' && marked >= 0) setChosen(options[marked - 1] ?? null)
    else if (key === 'Escape') hide()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onSelect = ({ currentTarget: area }: SyntheticEvent<HTMLTextAreaElement>) => {
    field.current = area
    const { selectionStart: to, selectionEnd, value } = area
    const isEnd = to === selectionEnd && /^(?:$|[\s,，])/.test(value.slice(to, to + 1))
    const before = value.slice(0, to)
    const tag = isAsked && isEnd ? hashTyped(before) : null
    const link = isNote && to === selectionEnd ? /\[\[([^[\]\n]{0,100})$/.exec(before)?.[1] : null
    const letters = tag ?? link
    if (letters == null) return hide()
    if (letters !== typed?.letters) setChosen(null)
    const sign = letters === tag ? '#' : '[['
    setTyped({ sign, letters, from: to - letters.length - sign.length, to })
  }
  return {
    field: {
      onKeyDown,
      onSelect,
      onBlur: hide,
      ...(isOffered && {
        'aria-autocomplete': 'list' as const,
        'aria-controls': listId,
        'aria-activedescendant': marked < 0 ? undefined : `${listId}-${marked}`,
      }),
    },
    list: isOffered && (
      <SuggestionRow
        listId={listId}
        label={typed?.sign === '[[' ? 'Cards to link to' : undefined}
        options={options}
        marked={marked}
        onPick={take}
      />
    ),
  }
}
