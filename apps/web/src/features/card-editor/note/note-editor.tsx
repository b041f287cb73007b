import { NOTHING_ASKED, parseSearch } from '@cardinal/domain'
import { EditorView } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { usePopups } from '../../../overlays/index.ts'
import { useReplica } from '../../../replica/index.ts'
import { FROM_OUTSIDE, noteState } from './editor-setup.ts'
import styles from './note.module.css'

export interface NoteEditorProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

const OFFERED = 8

/**
 * An editor that shows Markdown while it is typed, over the plain text. It stands in a shadow root: there its styles are
 * sheets of the document, which the page's policy allows, and no elements.
 */
export default function NoteEditor({ text, onChange }: NoteEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const replica = useReplica()
  const popups = usePopups()
  // Texts that were typed here and have not come back as `text` yet, the oldest first.
  const typed = useRef<string[]>([])
  const latest = useRef({ onChange, popups })
  useLayoutEffect(() => {
    latest.current = { onChange, popups }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; what changes later is dispatched.
  useEffect(() => {
    const host = place.current as HTMLDivElement
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const made = new EditorView({
      root,
      parent: root,
      state: noteState(text, {
        onChange: (changed) => {
          typed.current.push(changed)
          latest.current.onChange(changed)
        },
        openCard: (entityId) => latest.current.popups.open('master-editor', { entityId }),
        findCards: async (written) => (await replica.ask('matchCards', queryFor(written))).cards,
      }),
    })
    view.current = made
    made.focus()
    return () => made.destroy()
  }, [replica])
  useEffect(() => {
    // An older typed text comes back while a newer one is on its way: following it would take back what was typed.
    const own = typed.current.lastIndexOf(text)
    typed.current.splice(0, own === -1 ? typed.current.length : own + 1)
    if (own === -1 && view.current !== null) follow(view.current, text)
  }, [text])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the editor inside is the control; its keys stop here.
    <div
      ref={place}
      className={styles.editor}
      onKeyDown={(event) => {
        // The page's own keys are letters: here they are text. Escape closes the dialog around it.
        if (event.key !== 'Escape' || event.defaultPrevented) event.stopPropagation()
      }}
    />
  )
}

/** Brings the editor to a text that came from elsewhere, changing only what differs: the cursor stays where it is. */
function follow(view: EditorView, text: string): void {
  const now = view.state.sliceDoc()
  if (now === text) return
  let start = 0
  while (start < now.length && start < text.length && now[start] === text[start]) start++
  let end = 0
  const most = Math.min(now.length, text.length) - start
  while (end < most && now[now.length - 1 - end] === text[text.length - 1 - end]) end++
  view.dispatch({
    changes: { from: start, to: now.length - end, insert: text.slice(start, text.length - end) },
    annotations: FROM_OUTSIDE.of(true),
  })
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
