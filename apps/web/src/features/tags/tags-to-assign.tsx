import { DEFAULT_TAG_ORDER, splitNames, type TagOrder } from '@cardinal/domain'
import { Plus } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { TagSortControl } from '../../shared/search/filter-controls.tsx'
import type { Filters } from '../../shared/search/filters.ts'
import {
  filterTags,
  type TagSection as Section,
  sectionsByColor,
  sectionsByGroup,
} from '../../shared/tags/filter-tags.ts'
import { useHiddenTags } from '../../shared/tags/hidden-tags.ts'
import { TagColorFilter } from '../../shared/tags/tag-color-filter.tsx'
import { Button, HelpPopover, Segmented, Skeleton, TextField } from '../../ui/index.ts'
import { StatsSections, TagSection } from './tag-sections.tsx'
import styles from './tagger.module.css'
import { namesOf, type Tagging } from './use-tagging.ts'

/** How the tags are arranged: by use, by group, or by colour. */
type FilterBy = 'stats' | 'group' | 'color'

/** All tags, with their state on the chosen cards. The pane's searchbar finds and creates tags. */
export function TagPane({ tagging }: { tagging: Tagging }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [filterBy, setFilterBy] = useState<FilterBy>('stats')
  const [order, setOrder] = useState<TagOrder>(DEFAULT_TAG_ORDER)
  const [colors, setColors] = useState<Filters['colors']>([])
  const { answer: all } = useAnswer('allTags', { order })
  const { answer: groups } = useAnswer('allGroups', {})
  const fitting = useMemo(() => filterTags(all ?? [], { text, colors }), [all, text, colors])
  const hidden = useHiddenTags()
  const tags = useMemo(() => hidden.without(fitting, splitNames(text).names), [hidden, fitting, text])
  const isTyping = text.trim() !== ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const against = namesOf(text, all ?? []).problem
    setProblem(against)
    if (against === null && (await tagging.putNamed(text, all ?? []))) setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || text === '') return
    event.preventDefault()
    event.stopPropagation()
    setText('')
  }
  return (
    <section aria-label="Tags" className={styles.pane}>
      <form className={styles.controls} onSubmit={submit}>
        <TextField
          label="Find or create tags"
          isLabelHidden
          placeholder="Find tags, or name new ones with commas between"
          className={styles.grow}
          value={text}
          error={problem}
          autoComplete="off"
          autoFocus
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" icon={Plus} disabled={!isTyping || tagging.cards.length === 0}>
          Add tags
        </Button>
      </form>
      <div className={styles.controls}>
        <Segmented<FilterBy>
          label="Arrange tags"
          size="sm"
          value={filterBy}
          onChange={setFilterBy}
          segments={[
            { value: 'stats', label: 'By use' },
            { value: 'group', label: 'By group' },
            { value: 'color', label: 'By colour' },
          ]}
        />
        <TagSortControl order={order} onChange={setOrder} />
        <TagColorFilter tags={all ?? []} colors={colors} onChange={setColors} />
        <TaggerHelp />
      </div>
      <div className={styles.scroll}>
        {all === undefined ? (
          <Skeleton lines={8} />
        ) : filterBy === 'stats' ? (
          <StatsSections tagging={tagging} tags={tags} fitting={fitting} isTyping={isTyping} />
        ) : (
          <Sections
            sections={filterBy === 'group' ? sectionsByGroup(tags, groups ?? []) : sectionsByColor(tags)}
            tagging={tagging}
          />
        )}
      </div>
    </section>
  )
}

function TaggerHelp() {
  return (
    <HelpPopover about="Tags on many cards">
      <p>
        A tick means that all of the selected cards carry the tag, a dash that some do. A press puts it on all
        of them; one more takes it off. Everything can be undone.
      </p>
      <p>
        “Matching” fits what is typed, “Selected now” is what was put on a moment ago, “On these cards” what
        is there, “Suggested” what belongs there by all you tagged before. “Used together” and “Related” stand
        on other cards beside those. Then come the closest groups, all tags in the order chosen, and those in
        no group.
      </p>
    </HelpPopover>
  )
}

function Sections({ sections, tagging }: { sections: readonly Section[]; tagging: Tagging }) {
  return sections.map(({ key, title, color, tags }) => (
    <TagSection key={key} title={title} color={color} tags={tags} tagging={tagging} />
  ))
}
