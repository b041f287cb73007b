import type { ReactNode } from 'react'
import { type TagTab, TagTabs } from '../../shared/tags/tag-tabs.tsx'
import styles from './tag-frame.module.css'

/** Renders the tabs of the page of tags, and below them what the tab shows. */
export function TagFrame(props: { at: TagTab; isOnPage?: boolean; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <TagTabs at={props.at} isOnPage={props.isOnPage ?? false} />
      <div className={styles.content}>{props.children}</div>
    </div>
  )
}
