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

/** How many closed editors keep their undo history. */
const KEPT_STATES = 10

/** The states of editors that were closed, by card, latest last. Live as long as the page, or until signing out. */
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
 * Renders an editor for plain text that renders Markdown while it is typed. It is in a shadow root, where its styles
 * are constructed sheets and not elements, as the page's policy requires.
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
          // Flushed: React defers updates of events in a shadow root, and an immediate Ctrl+Enter would save the previous
          // text.
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
    // The host passes the focus on to the first element inside that can have it: that must be the text.
    made.scrollDOM.removeAttribute('tabindex')
    // Once it scrolls, Chromium passes the focus on to the part that scrolls.
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
  // In a layout effect: before the next key, whose text would otherwise lack what came from outside.
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
          // Keeps keys from the page, where letters are commands. Passes on Escape (leaves), Ctrl+Enter and Ctrl+S (save),
          // Ctrl+K (commands) and Alt+S (searches).
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
