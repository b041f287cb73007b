import { ChevronsRight } from 'lucide-react'
import { type ComponentType, memo, useMemo } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../../replica/index.ts'
import { useHiddenTags } from '../../../shared/tags/use-hidden-tags.ts'
import { Disclosure } from '../../../ui/accordion.tsx'
import { IconButton } from '../../../ui/index.ts'
import { deferredSearch } from '../deferred-search.ts'
import { device, type PanelSection, useDevice } from '../device.ts'
import { PanelGroups } from './panel-groups.tsx'
import { PanelNarrow } from './panel-narrow.tsx'
import { PanelTags } from './panel-tags.tsx'
import styles from './tags-panel.module.css'

/**
 * Renders the right panel: tags to continue the present search with, in three sections. Only one is open at a time, so
 * that no tag shows twice; this device remembers which. On narrow windows the panel is in a dialog, which has the
 * title.
 */
export function TagsPanel({ onFold }: { onFold?: () => void }) {
  return (
    <div className={styles.panel}>
      {onFold && (
        <div className={styles.head}>
          <h2 className={styles.title}>Tags</h2>
          <span className={styles.grow} />
          <IconButton label="Fold the panel" icon={ChevronsRight} size="sm" onClick={onFold} />
        </div>
      )}
      {SECTIONS.map((section) => (
        <Section key={section.name} {...section} />
      ))}
    </div>
  )
}

/** Renders all tags, in the order that the person chose for tags. */
const AllTags = memo(function AllTags() {
  const order = useStore(deferredSearch, (state) => state.filters.tagOrder)
  const { answer } = useAnswer('allTags', { order }, 'deferred')
  const hidden = useHiddenTags('deferred')
  const tags = useMemo(() => hidden.without(answer ?? []), [hidden, answer])
  return answer && <PanelTags tags={tags} empty="No tags yet." />
})

const SECTIONS = [
  { name: 'narrow', title: 'Narrow', Content: PanelNarrow },
  { name: 'groups', title: 'Groups', Content: PanelGroups },
  { name: 'all', title: 'All tags', Content: AllTags },
] as const

function Section({ name, title, Content }: { name: PanelSection; title: string; Content: ComponentType }) {
  const isOpen = useDevice((state) => state.panelSection === name)
  return (
    <Disclosure
      className={styles.section ?? ''}
      isOpen={isOpen}
      onChange={() => device.getState().set({ panelSection: isOpen ? null : name })}
      title={title}
    >
      <Content />
    </Disclosure>
  )
}
