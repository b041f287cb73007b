import { type ReactNode, useEffect, useRef } from 'react'
import { useUndo } from '../../shared/changes/use-act.ts'
import { type TagTab, TagTabs } from '../../shared/tags/tag-tabs.tsx'
import styles from './tag-frame.module.css'

/** The tabs of the page of tags, and the contents of the present tab. Ctrl+Z undoes, as on the home page. */
export function TagFrame(props: { at: TagTab; isOnPage?: boolean; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const undo = useUndo()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
      if (!isUndo || event.defaultPrevented || isTyping(event.target)) return
      // After the focused row is removed, the body has the focus, and then the dialog. A dialog above handles its
      // own keys.
      const dialog = frame.current?.closest('[role=dialog]') ?? document.body
      if (event.target !== document.body && !dialog.contains(event.target as Node)) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [undo])
  return (
    <div ref={frame} className={styles.frame}>
      <TagTabs at={props.at} isOnPage={props.isOnPage ?? false} />
      <div className={styles.content}>{props.children}</div>
    </div>
  )
}

/** Whether Ctrl+Z was pressed in a field, where it undoes typing. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio'
}
