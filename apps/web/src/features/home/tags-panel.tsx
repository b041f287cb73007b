import { type CardType, fold, includedWords, searchWords, unique } from '@cardinal/domain'
import type { TagCount } from '@cardinal/engine'
import { ChevronsRight } from 'lucide-react'
import { memo, useMemo } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../replica/index.ts'
import { typeOf, useHomeAddress } from '../../shared/address/use-home-address.ts'
import { useCardSearch, useCounts } from '../../shared/search/use-card-search.ts'
import { useHiddenTags } from '../../shared/tags/use-hidden-tags.ts'
import { IconButton } from '../../ui/index.ts'
import { deferredSearch } from './deferred-search.ts'
import { ClosestGroups } from './panel-groups.tsx'
import { CountedTags, PanelSection, TagsOf } from './panel-section.tsx'
import styles from './tags-panel.module.css'

/** The right panel: tags that lead on from the present search. Sections fold, remembered on this device. */
export function TagsPanel({ onFold }: { onFold?: () => void }) {
  const named = useNamedTags()
  const { subject } = useHomeAddress()
  const type = typeOf(subject)
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2 className={styles.title}>Tags</h2>
        <span className={styles.grow} />
        {onFold && <IconButton label="Fold the panel" icon={ChevronsRight} size="sm" onClick={onFold} />}
      </div>
      <Matching type={type} />
      {named.included.length > 0 && <Siblings type={type} {...named} />}
      <ClosestGroups tagIds={named.included} />
      <Ungrouped />
      <Remaining />
    </div>
  )
}

/** The tags that the words of the search name, by their ids. */
function useNamedTags(): { included: readonly string[]; excluded: readonly string[] } {
  const text = useStore(deferredSearch, (state) => state.text)
  const words = useMemo(() => searchWords(text), [text])
  const keywords = unique(words.map((word) => word.text))
  const { answer } = useAnswer('tagsBySearchword', keywords.length === 0 ? null : { keywords }, 'deferred')
  return useMemo(() => {
    const idsOf = (isExcluded: boolean) => {
      const folded = new Set(
        words.filter((word) => word.isExcluded === isExcluded).map((word) => fold(word.text)),
      )
      return (answer ?? []).filter((tag) => folded.has(fold(tag.name))).map((tag) => tag.id)
    }
    return { included: idsOf(false), excluded: idsOf(true) }
  }, [answer, words])
}

const NO_COUNTS: readonly TagCount[] = []

const TYPES: readonly { type: CardType; title: string }[] = [
  { type: 'todo', title: 'Matching todos' },
  { type: 'note', title: 'Matching notes' },
  { type: 'link', title: 'Matching links' },
]

/** Matching tags of todos, notes and links, the present type first, and tags by the name typed. */
function Matching({ type }: { type: CardType | null }) {
  const ordered = [...TYPES].sort((a, b) => Number(b.type === type) - Number(a.type === type))
  return (
    <>
      {type === null && <MatchingOfType type={null} title="" isPresent />}
      {ordered.map((section) => (
        <MatchingOfType key={section.type} {...section} isPresent={section.type === type} />
      ))}
      <ByName />
    </>
  )
}

const MatchingOfType = memo(function MatchingOfType({
  type,
  title,
  isPresent,
}: {
  type: CardType | null
  title: string
  isPresent: boolean
}) {
  const counts = useCounts(useCardSearch(deferredSearch, type))
  const hidden = useHiddenTags()
  const tags = useMemo(() => hidden.withoutCounts(counts?.intersectionCounts ?? NO_COUNTS), [hidden, counts])
  return (
    <PanelSection
      name={`on-${type ?? 'all'}${isPresent ? '-present' : ''}`}
      title={isPresent ? 'In these results' : title}
      count={tags.length}
      startsFolded={!isPresent}
    >
      <CountedTags counts={tags} empty={isPresent ? 'No tags on what is shown.' : 'No tags there.'} />
    </PanelSection>
  )
})

const ByName = memo(function ByName() {
  const text = useStore(deferredSearch, (state) => state.text)
  const includes = useMemo(() => includedWords(text), [text])
  const { answer } = useAnswer(
    'tagsBySearchword',
    includes.length === 0 ? null : { keywords: includes },
    'deferred',
  )
  const hidden = useHiddenTags()
  const tags = hidden.without(answer ?? [], includes)
  if (includes.length === 0 || tags.length === 0) return null
  return (
    <PanelSection name="by-name" title="Similar names" count={tags.length}>
      <TagsOf tags={tags} />
    </PanelSection>
  )
})

const Siblings = memo(function Siblings(props: {
  type: CardType | null
  included: readonly string[]
  excluded: readonly string[]
}) {
  const { included, excluded, type } = props
  const { answer } = useAnswer(
    'siblingTags',
    { tagIds: included, negativeTagIds: excluded, type },
    'deferred',
  )
  const hidden = useHiddenTags()
  const allOf = useMemo(() => hidden.withoutCounts(answer?.allOf ?? NO_COUNTS), [hidden, answer])
  const anyOf = useMemo(() => hidden.withoutCounts(answer?.anyOf ?? NO_COUNTS), [hidden, answer])
  return (
    <>
      <PanelSection name="intersection" title="Used together" count={answer && allOf.length}>
        <CountedTags counts={allOf} empty="No other tag goes with all of them." />
      </PanelSection>
      <PanelSection name="union" title="Related" count={answer && anyOf.length} startsFolded>
        <CountedTags counts={anyOf} empty="No other tag goes with any of them." />
      </PanelSection>
    </>
  )
})

const Ungrouped = memo(function Ungrouped() {
  const { answer } = useAnswer('ungroupedTags', {}, 'deferred')
  if (answer === undefined || answer.length === 0) return null
  return (
    <PanelSection name="ungrouped" title="Ungrouped" count={answer.length} startsFolded>
      <TagsOf tags={answer} />
    </PanelSection>
  )
})

/** All tags in the order chosen for tags; 30 at first. */
const Remaining = memo(function Remaining() {
  const order = useStore(deferredSearch, (state) => state.filters.tagOrder)
  const { answer } = useAnswer('allTags', { order }, 'deferred')
  const hidden = useHiddenTags()
  const tags = useMemo(() => hidden.without(answer ?? []), [hidden, answer])
  if (tags.length === 0) return null
  return (
    <PanelSection name="all" title="All tags" count={tags.length} startsFolded>
      <TagsOf tags={tags} />
    </PanelSection>
  )
})
