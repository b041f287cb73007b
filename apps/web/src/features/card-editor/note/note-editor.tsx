import { NOTHING_ASKED, parseSearch } from '@cardinal/domain'
import { EditorView } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { usePopups } from '../../../overlays/index.ts'
import { useReplica } from '../../../replica/index.ts'
import type { TextWriterProps } from '../../../shared/card-form/card-form.tsx'
import { takeEarlyKeys } from '../../../shared/keys/early-keys.ts'
import { noteState } from './editor-setup.ts'
import styles from './note.module.css'
import { changeTo, TypedTexts } from './typed-texts.ts'

const OFFERED = 8

/**
 * Renders an editor for plain text that renders Markdown while it is typed. It is in a shadow root, where its styles
 * are constructed sheets and not elements, as the page's policy requires.
 */
export default function NoteEditor({ text, onChange }: TextWriterProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const replica = useReplica()
  const popups = usePopups()
  const typed = useRef(new TypedTexts())
  const latest = useRef({ onChange, popups })
  useLayoutEffect(() => {
    latest.current = { onChange, popups }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; what changes later is dispatched.
  useEffect(() => {
    const host = place.current as HTMLDivElement
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
    const made = new EditorView({
      root,
      parent: root,
      state: noteState(text, {
        onChange: (changed) => {
          typed.current.add(changed)
          // Flushed: React defers updates of events in a shadow root, and an immediate Ctrl+Enter would save the previous
          // text.
          flushSync(() => latest.current.onChange(changed))
        },
        openCard: (entityId) => latest.current.popups.open('master-editor', { entityId }),
        findCards: async (written) => (await replica.ask('matchCards', queryFor(written))).cards,
      }),
    })
    view.current = made
    made.focus()
    const typedBefore = takeEarlyKeys()
    // In a microtask, because React cannot flush inside an effect.
    if (typedBefore !== '') queueMicrotask(() => made.dispatch(made.state.replaceSelection(typedBefore)))
    return () => made.destroy()
  }, [replica])
  useEffect(() => {
    if (view.current === null || typed.current.takes(text)) return
    const change = changeTo(view.current.state, text)
    if (change !== null) view.current.dispatch(change)
  }, [text])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the editor inside is the control; its keys stop here.
    <div
      ref={place}
      data-writer
      className={styles.editor}
      onKeyDown={(event) => {
        // Keeps keys from the page, where letters are commands. Passes on Escape (leaves), Ctrl+Enter (saves) and Alt+S
        // (searches).
        const isForPage =
          event.altKey ||
          event.key === 'Escape' ||
          (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
        if (!isForPage || event.defaultPrevented) event.stopPropagation()
      }}
    />
  )
}

function queryFor(written: string) {
  return {
    type: null,
    search: parseSearch(written),
    second: NOTHING_ASKED,
    onlyTags: false,
    colors: [],
    dates: null,
    done: null,
    order: { by: 'recently', of: 'updated' },
    offset: 0,
    limit: OFFERED,
    parts: 'page',
  } as const
}
