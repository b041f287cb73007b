import type { Id } from '@cardinal/domain'
import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePopups } from '../../../overlays/index.ts'
import { pictureAddress } from '../../../replica/files/file-bytes.ts'
import { useReplica } from '../../../replica/index.ts'
import { LOGOUT_EVENT, useSession } from '../../../session/index.ts'
import type { TextWriterProps } from '../../../shared/card-form/card-form.tsx'
import { cardsToLink } from '../../../shared/cards/card-link.ts'
import { takeEarlyKeys } from '../../../ui/early-keys.ts'
import { caretInView, type EditorTools, noteState, reopenedState } from './editor-setup.ts'
import styles from './note.module.css'
import { NoteTools } from './note-tools.tsx'
import { changeTo, TypedTexts } from './typed-texts.ts'

const KEPT_STATES = 10

/** States of closed editors by card, latest last. Cleared at signing out. */
const closedStates = new Map<Id, EditorState>()
window.addEventListener(LOGOUT_EVENT, () => closedStates.clear())

function keepState(cardId: Id, state: EditorState): void {
  closedStates.delete(cardId)
  closedStates.set(cardId, state)
  const [oldest] = closedStates.keys()
  if (closedStates.size > KEPT_STATES && oldest !== undefined) closedStates.delete(oldest)
}

function openedState(cardId: Id, text: string, tools: EditorTools): EditorState {
  const kept = closedStates.get(cardId)
  if (kept === undefined) return noteState(text, tools)
  const state = reopenedState(kept, tools)
  const change = changeTo(state, text)
  return change === null ? state : state.update(change).state
}

/**
 * An editor for plain text that shows Markdown formatted during typing. It is in a shadow root, where CodeMirror
 * uses constructed style sheets. The page's content security policy forbids style elements.
 */
export default function NoteEditor({ cardId, text, onChange, attach }: TextWriterProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [shown, setShown] = useState<EditorView | null>(null)
  const settledText = useDeferredValue(text)
  const replica = useReplica()
  const popups = usePopups()
  const typed = useRef(new TypedTexts())
  const { userId } = useSession()
  const latest = useRef({ onChange, popups, attach, userId })
  useLayoutEffect(() => {
    latest.current = { onChange, popups, attach, userId }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; what changes later is dispatched.
  useEffect(() => {
    const host = place.current as HTMLDivElement
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
    const made = new EditorView({
      root,
      parent: root,
      state: openedState(cardId, text, {
        onChange: (changed) => {
          typed.current.add(changed)
          // Flushed, because React defers updates of events in a shadow root, and an immediate Ctrl+Enter would
          // save the previous text.
          flushSync(() => latest.current.onChange(changed))
        },
        openCard: (entityId) => latest.current.popups.open('master-editor', { entityId }),
        attach: (given) => latest.current.attach(given),
        pictureOf: async (hash) => {
          const { userId } = latest.current
          return userId === null ? null : pictureAddress(userId, hash)
        },
        findCards: (written) => cardsToLink(replica, written, cardId),
      }),
    })
    // The host passes the focus on to the first focusable element inside, which must be the text.
    made.scrollDOM.removeAttribute('tabindex')
    // Once the text scrolls, Chromium passes the focus on to the scrolling element instead.
    host.focus = (options) => {
      made.contentDOM.focus(options)
      made.dispatch(caretInView(made))
    }
    view.current = made
    setShown(made)
    made.focus()
    made.dispatch(caretInView(made))
    const resizing = new ResizeObserver(() => made.hasFocus && made.dispatch(caretInView(made)))
    resizing.observe(host)
    const typedBefore = takeEarlyKeys()
    // In a microtask, because React cannot flush inside an effect.
    if (typedBefore !== '') queueMicrotask(() => made.dispatch(made.state.replaceSelection(typedBefore)))
    return () => {
      resizing.disconnect()
      keepState(cardId, made.state)
      made.destroy()
    }
  }, [replica])
  // A layout effect runs before the next key, so that this key is added to the text from outside.
  useLayoutEffect(() => {
    if (view.current === null || typed.current.takes(text)) return
    const change = changeTo(view.current.state, text)
    if (change !== null) view.current.dispatch(change)
  }, [text])
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the editor inside is the control; its keys stop here. */}
      <div
        ref={place}
        data-writer
        className={styles.editor}
        onKeyDown={(event) => {
          // Keeps keys from the page, where letters are commands. Passes on Escape (closes), Ctrl+Enter and
          // Ctrl+S (save), Ctrl+K (commands) and Alt+S (searches).
          const isForPage =
            event.altKey ||
            event.key === 'Escape' ||
            (['Enter', 's', 'k'].includes(event.key) && (event.ctrlKey || event.metaKey))
          if (!isForPage || event.defaultPrevented) event.stopPropagation()
        }}
      />
      {shown !== null && <NoteTools view={shown} text={settledText} />}
    </>
  )
}
