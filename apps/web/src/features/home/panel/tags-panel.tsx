import {
  type CardType,
  grouped,
  includedWords,
  isMeantBy,
  LIMITS,
  searchWords,
  type TagGroup,
  unique,
} from '@cardinal/domain'
import type { TagCount, TagInUse } from '@cardinal/engine'
import { ChevronDown, ChevronsRight } from 'lucide-react'
import { type ComponentType, memo, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../../replica/index.ts'
import { useCounts, useListSearch } from '../../../shared/search/use-card-search.ts'
import { typeOf, useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { useHiddenTags } from '../../../shared/tags/hidden-tags.ts'
import { TagChip } from '../../../shared/tags/tag-chip.tsx'
import { Disclosure } from '../../../ui/accordion.tsx'
import { cx } from '../../../ui/cx.ts'
import { Button, Icon, IconButton, Menu } from '../../../ui/index.ts'
import { deferredSearch } from '../deferred-search.ts'
import { device, type PanelSection, useDevice } from '../device.ts'
import { homeLoose } from '../list/home-list.ts'
import styles from './tags-panel.module.css'

/**
 * The right panel: tags that narrow the search, in three sections. Only one section is open at a time, so that no
 * tag shows twice. This device stores which. In narrow windows the panel is in a dialog, which has the title.
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

/** All tags, in the order that the person chose. */
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
      className={cx(styles.section, isOpen && styles.open)}
      isOpen={isOpen}
      onChange={() => device.getState().set({ panelSection: isOpen ? null : name })}
      title={title}
    >
      <Content />
    </Disclosure>
  )
}

type ListName = CardType | 'here' | 'names' | 'together' | 'related'

const TITLES: Readonly<Record<ListName, string>> = {
  here: 'In these results',
  todo: 'Matching todos',
  note: 'Matching notes',
  link: 'Matching links',
  names: 'Similar names',
  together: 'Used together',
  related: 'Related',
}

/** Tags that narrow the search, most cards first. A menu switches to other lists of tags. */
function PanelNarrow() {
  const { subject } = useHomeAddress()
  const type = typeOf(subject)
  const named = useNamedTags()
  const hasWords = useStore(deferredSearch, ({ text }) => includedWords(text).length > 0)
  const [wanted, setWanted] = useState<ListName>('here')
  const names: readonly ListName[] = [
    'here',
    ...(['todo', 'note', 'link'] as const).filter((each) => each !== type),
    ...(hasWords ? (['names'] as const) : []),
    ...(named.included.length > 0 ? (['together', 'related'] as const) : []),
  ]
  const name = names.includes(wanted) ? wanted : 'here'
  return (
    <>
      <Menu
        label="Which tags"
        items={names.map((each) => ({
          label: TITLES[each],
          isChecked: each === name,
          onSelect: () => setWanted(each),
        }))}
        trigger={(trigger) => (
          <Button
            size="sm"
            aria-label={`Which tags: ${TITLES[name]}`}
            after={<Icon of={ChevronDown} size={14} />}
            {...trigger}
          >
            {TITLES[name]}
          </Button>
        )}
      />
      {name === 'names' && <ByName />}
      {(name === 'together' || name === 'related') && <Siblings type={type} {...named} name={name} />}
      {(name === 'here' || name === 'todo' || name === 'note' || name === 'link') && (
        <Matching key={name} type={name === 'here' ? type : name} />
      )}
    </>
  )
}

/** Ids of tags whose names are words of the search. */
function useNamedTags(): { included: readonly string[]; excluded: readonly string[] } {
  const text = useStore(deferredSearch, (state) => state.text)
  const words = useMemo(() => searchWords(text), [text])
  const keywords = unique(words.map((word) => word.text))
  const { answer } = useAnswer('tagsBySearchword', keywords.length === 0 ? null : { keywords }, 'deferred')
  return useMemo(() => {
    const idsOf = (isExcluded: boolean) => {
      const said = words.filter((word) => word.isExcluded === isExcluded)
      return (answer ?? [])
        .filter((tag) => said.some((word) => isMeantBy(tag, word.text)))
        .map((tag) => tag.id)
    }
    return { included: idsOf(false), excluded: idsOf(true) }
  }, [answer, words])
}

const NO_COUNTS: readonly TagCount[] = []

/** Tags on the cards that the search finds. */
function Matching({ type }: { type: CardType | null }) {
  const counts = useCounts(useListSearch(deferredSearch, type))
  const hidden = useHiddenTags('deferred')
  const tags = useMemo(() => hidden.withoutCounts(counts?.intersectionCounts ?? NO_COUNTS), [hidden, counts])
  const hasLoose = useStore(homeLoose, ({ cards }) => cards.length > 0)
  const nothing = hasLoose ? 'Nothing is found exactly, so no tag narrows it.' : 'Nothing is found there.'
  return (
    counts && (
      <CountedTags
        counts={tags}
        hasBars
        empty={counts.total === 0 ? nothing : 'No further tags on these cards.'}
      />
    )
  )
}

function ByName() {
  const text = useStore(deferredSearch, (state) => state.text)
  const keywords = useMemo(() => includedWords(text), [text])
  const { answer } = useAnswer('tagsBySearchword', keywords.length === 0 ? null : { keywords }, 'deferred')
  const hidden = useHiddenTags('deferred')
  const tags = useMemo(() => hidden.without(answer ?? [], keywords), [hidden, answer, keywords])
  return answer && <PanelTags tags={tags} hasBars empty="No tag is called like that." />
}

function Siblings(props: {
  type: CardType | null
  included: readonly string[]
  excluded: readonly string[]
  name: 'together' | 'related'
}) {
  const { included, excluded, type, name } = props
  const { answer } = useAnswer(
    'siblingTags',
    { tagIds: included, negativeTagIds: excluded, type },
    'deferred',
  )
  const hidden = useHiddenTags('deferred')
  const counts = useMemo(() => {
    const all = name === 'together' ? answer?.allOf : answer?.anyOf
    return hidden.withoutCounts(all ?? NO_COUNTS)
  }, [hidden, answer, name])
  return answer && <CountedTags counts={counts} hasBars empty="No other tag goes with these." />
}

const UNGROUPED = 'ungrouped'

/**
 * The groups, most related to the tags of the search first, and the tags without a group. Only one group is open
 * at a time, because a tag may be in several.
 */
function PanelGroups() {
  const { included } = useNamedTags()
  const closest = useAnswer('closestGroups', included.length === 0 ? null : { tagIds: included }, 'deferred')
  const all = useAnswer('allGroups', {}, 'deferred').answer ?? []
  const near = included.length === 0 ? [] : (closest.answer ?? []).map(({ group }) => group)
  const nearIds = new Set(near.map(({ id }) => id))
  const shown = [...near, ...all.filter(({ id }) => !nearIds.has(id))].filter((group) => !group.isHidden)
  const [wanted, setWanted] = useState<string | null | undefined>()
  const openId = wanted === undefined ? (shown[0]?.id ?? UNGROUPED) : wanted
  const toggle = (id: string) => setWanted(id === openId ? null : id)
  return (
    <>
      {near.length > 0 && <p className={styles.empty}>Closest groups first</p>}
      {shown.map((group) => (
        <Group key={group.id} group={group} isOpen={openId === group.id} onToggle={() => toggle(group.id)} />
      ))}
      <Disclosure title="Ungrouped" isOpen={openId === UNGROUPED} onChange={() => toggle(UNGROUPED)}>
        <Ungrouped />
      </Disclosure>
    </>
  )
}

function Group({ group, isOpen, onToggle }: { group: TagGroup; isOpen: boolean; onToggle: () => void }) {
  const { answer } = useAnswer('tagsOfGroups', isOpen ? { groupIds: [group.id] } : null, 'deferred')
  const hidden = useHiddenTags('deferred')
  return (
    <Disclosure
      isOpen={isOpen}
      onChange={onToggle}
      title={
        <span className={styles.groupTitle}>
          <span className={styles.dot} data-color={group.color ?? undefined} />
          {group.title}
          <span className={styles.count}>{grouped(group.tagIds.length)}</span>
        </span>
      }
    >
      {answer && <PanelTags tags={hidden.without(answer)} empty="No tags in this group." />}
    </Disclosure>
  )
}

function Ungrouped() {
  const { answer } = useAnswer('ungroupedTags', {}, 'deferred')
  return answer && <PanelTags tags={answer} empty="Every tag is in a group." />
}

interface ListProps {
  readonly empty: string
  /** Whether each tag has a line with a bar for its count. Otherwise tags are side by side. */
  readonly hasBars?: boolean
}

/** Tags with their counts of cards: 30 at first, and 30 more per press. */
const PanelTags = memo(function PanelTags(props: ListProps & { tags: readonly TagInUse[] }) {
  const { tags, empty, hasBars = false } = props
  const [limit, setLimit] = useState<number>(LIMITS.sortedTags)
  const most = Math.max(1, ...tags.map((tag) => tag.cardCount))
  if (tags.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <>
      <div className={hasBars ? styles.bars : styles.tags}>
        {tags.slice(0, limit).map((tag) => (
          <TagChip
            key={tag.id}
            tag={tag}
            count={tag.cardCount}
            {...(hasBars && { share: tag.cardCount / most })}
          />
        ))}
      </div>
      {tags.length > limit && (
        <Button size="sm" tone="quiet" onClick={() => setLimit((before) => before + LIMITS.sortedTags * 3)}>
          Show More Than 30
        </Button>
      )}
    </>
  )
})

const CountedTags = memo(function CountedTags(
  props: ListProps & { counts: readonly { readonly tagId: string; readonly count: number }[] },
) {
  const { counts, ...list } = props
  const ids = useMemo(() => counts.map(({ tagId }) => tagId), [counts])
  const { answer } = useAnswer('tagsById', ids.length === 0 ? null : { ids }, 'deferred')
  const tags = useMemo(() => {
    const tagsById = new Map((answer ?? []).flatMap((tag) => (tag ? [[tag.id, tag] as const] : [])))
    return counts.flatMap(({ tagId, count }) => {
      const tag = tagsById.get(tagId)
      return tag ? [{ ...tag, cardCount: count }] : []
    })
  }, [answer, counts])
  if (counts.length > 0 && answer === undefined) return null
  return <PanelTags tags={tags} {...list} />
})
