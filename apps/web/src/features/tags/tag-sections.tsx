import { type Color, displayNameOf, grouped, type Id, LIMITS } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { Check, Minus, Plus } from 'lucide-react'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { useNow } from '../../shared/search/use-now.ts'
import { reasonSentence } from '../../shared/tags/reason-text.ts'
import { useTagNames } from '../../shared/tags/tag-names.ts'
import { Disclosure } from '../../ui/accordion.tsx'
import { Button, Icon } from '../../ui/index.ts'
import styles from './tagger.module.css'
import { commonTags, existingTags, type Share, sampleText, type Tagging } from './use-tagging.ts'

interface SectionsProps {
  readonly tagging: Tagging
  /** All tags that match the typed text and the chosen colours, in the chosen order. */
  readonly fitting: readonly TagInUse[]
  /** The offered tags: `fitting` without tags of hidden groups. */
  readonly tags: readonly TagInUse[]
  readonly isTyping: boolean
}

const SUGGESTED = 12

/** Tags by use: matches, tags on the cards, related tags, and all tags. */
export function StatsSections({ tagging, fitting, tags, isTyping }: SectionsProps) {
  const { cards, coverage, takenIds } = tagging
  const byId = useMemo(() => new Map(tags.map((tag) => [tag.id, tag])), [tags])
  const pick = (ids: readonly Id[]) => ids.flatMap((id) => byId.get(id) ?? [])
  // Includes hidden tags, so that they can be removed from the cards.
  const carried = (ids: readonly Id[]) => {
    const wanted = new Set(ids)
    const found = new Map(fitting.flatMap((tag) => (wanted.has(tag.id) ? [[tag.id, tag] as const] : [])))
    return ids.flatMap((id) => found.get(id) ?? [])
  }
  const existing = useMemo(() => existingTags(coverage), [coverage])
  const common = useMemo(() => commonTags(coverage, cards.length), [coverage, cards.length])
  const siblings = useAnswer(
    'siblingTags',
    existing.length === 0
      ? null
      : { tagIds: common.length > 0 ? common : existing, negativeTagIds: [], type: null },
  ).answer
  const ungrouped = tags.filter((tag) => tag.groupIds.length === 0)
  return (
    <>
      {isTyping && (
        <TagSection
          title="Matching"
          tags={tags}
          tagging={tagging}
          empty={
            cards.length === 0
              ? 'No tag is called that. Select cards first; Enter then creates it and puts it on them.'
              : 'No tag is called that. Enter creates it and puts it on the cards.'
          }
        />
      )}
      <TagSection title="Selected now" tags={carried(takenIds)} tagging={tagging} />
      <TagSection
        title="On these cards"
        tags={carried(existing)}
        tagging={tagging}
        empty={cards.length === 0 ? 'Select cards first.' : 'None of them has a tag yet.'}
      />
      <Suggested tagging={tagging} common={common} />
      {existing.length > 0 && (
        <>
          <TagSection
            title="Used together"
            tags={pick((siblings?.allOf ?? []).map(({ tagId }) => tagId))}
            tagging={tagging}
          />
          <TagSection
            title="Related"
            tags={pick((siblings?.anyOf ?? []).map(({ tagId }) => tagId))}
            tagging={tagging}
            startsFolded
          />
        </>
      )}
      <ClosestGroups tagging={tagging} tagIds={existing} byId={byId} />
      {!isTyping && <TagSection title="All, sorted" tags={tags} tagging={tagging} empty="No tags yet." />}
      <TagSection title="Ungrouped" tags={ungrouped} tagging={tagging} startsFolded />
    </>
  )
}

/** Tags suggested by earlier use, each with its reason. */
function Suggested({ tagging, common }: { tagging: Tagging; common: readonly Id[] }) {
  const { cards } = tagging
  const now = useNow()
  const text = useMemo(() => sampleText(cards), [cards])
  const [only] = cards
  const { answer } = useAnswer(
    'suggestLabels',
    only === undefined
      ? null
      : {
          text,
          type: null,
          cardId: cards.length === 1 ? only.id : null,
          tagIds: common,
          now,
          limit: SUGGESTED,
          withRecent: true,
        },
  )
  const suggestions = only === undefined ? [] : (answer ?? [])
  const nameOfTag = useTagNames(suggestions)
  const reasons = new Map(
    suggestions.map((each) => [each.tag.id, reasonSentence(each.reasons, nameOfTag)] as const),
  )
  return (
    <TagSection
      title="Suggested"
      tags={suggestions.map(({ tag }) => tag)}
      tagging={tagging}
      reasonOf={(id) => reasons.get(id)}
    />
  )
}

const CLOSEST = 5

/** Groups with most of the tags on the cards. Their other tags may fit, too. */
function ClosestGroups(props: { tagging: Tagging; tagIds: readonly Id[]; byId: ReadonlyMap<Id, TagInUse> }) {
  const { tagging, tagIds, byId } = props
  const { answer } = useAnswer('closestGroups', tagIds.length === 0 ? null : { tagIds })
  if (tagIds.length === 0) return null
  return (answer ?? [])
    .filter(({ group }) => !group.isHidden)
    .slice(0, CLOSEST)
    .map(({ group, held }) => (
      <TagSection
        key={group.id}
        title={`Group ${group.title}, ${held} of ${tagIds.length} there`}
        color={group.color}
        tags={group.tagIds.flatMap((id) => byId.get(id) ?? [])}
        tagging={tagging}
        startsFolded
      />
    ))
}

interface TagSectionProps {
  readonly title: string
  readonly tags: readonly TagInUse[]
  readonly tagging: Tagging
  readonly color?: Color | null
  readonly startsFolded?: boolean
  /** Shown if there is no tag. Absent: an empty section is left out. */
  readonly empty?: string
  readonly reasonOf?: (id: Id) => string | undefined
  readonly before?: ReactNode
}

/** Tags under a heading that folds: 30 at first, the rest on demand. */
export function TagSection(props: TagSectionProps) {
  const { title, tags, tagging, color, empty, reasonOf } = props
  const [isOpen, setIsOpen] = useState(props.startsFolded !== true)
  const [isExpanded, setIsExpanded] = useState(false)
  if (tags.length === 0 && empty === undefined) return null
  const shown = isExpanded ? tags : tags.slice(0, LIMITS.sortedTags)
  return (
    <Disclosure
      isOpen={isOpen}
      onChange={setIsOpen}
      className={styles.section}
      title={
        <span className={styles.heading}>
          {color !== undefined && <span className={styles.dot} data-color={color ?? undefined} />}
          {title}
          <span className={styles.headingCount}>{grouped(tags.length)}</span>
        </span>
      }
    >
      {props.before}
      {tags.length === 0 && <p className={styles.none}>{empty}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that repeats the label. */}
      <div role="group" aria-label={title} className={styles.boxes}>
        {shown.map((tag) => (
          <TagBox
            key={tag.id}
            tag={tag}
            share={tagging.shareOf(tag.id)}
            on={tagging.coverage.get(tag.id) ?? 0}
            of={tagging.cards.length}
            reason={reasonOf?.(tag.id)}
            onToggle={tagging.toggle}
          />
        ))}
      </div>
      {tags.length > LIMITS.sortedTags && (
        <Button size="sm" tone="quiet" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? 'Show 30' : 'Show More Than 30'}
        </Button>
      )}
    </Disclosure>
  )
}

interface TagBoxProps {
  readonly tag: TagInUse
  readonly share: Share
  /** The number of chosen cards with the tag, and the number of chosen cards. */
  readonly on: number
  readonly of: number
  readonly reason?: string | undefined
  readonly onToggle: (tag: TagInUse) => void
}

const CHECKED = { all: true, some: 'mixed', none: false } as const
const ICONS = { all: Check, some: Minus, none: Plus }

/** A tag as a box with three states: on all of the chosen cards, on some, on none. */
const TagBox = memo(function TagBox({ tag, share, on, of, reason, onToggle }: TagBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native box has no third state that a press leads out of
    <button
      type="button"
      role="checkbox"
      aria-checked={CHECKED[share]}
      className={styles.box}
      data-color={tag.color ?? undefined}
      data-share={share}
      disabled={of === 0}
      title={reason}
      onClick={() => onToggle(tag)}
    >
      <Icon of={ICONS[share]} size={13} />
      <span className={styles.boxName}>{displayNameOf(tag)}</span>
      <span className={styles.boxCount}>
        {share === 'some' ? (
          <>
            {grouped(on)}
            <span aria-hidden="true">/</span>
            <span className="visually-hidden"> of </span>
            {grouped(of)}
          </>
        ) : (
          grouped(tag.cardCount)
        )}
        <span className="visually-hidden"> cards</span>
      </span>
    </button>
  )
})
