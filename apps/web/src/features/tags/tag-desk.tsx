import { DEFAULT_TAG_ORDER, displayNameOf, type Id, type TagGroup, wordOfTag } from '@cardinal/domain'
import type { RelationSuggestion, TagInUse } from '@cardinal/engine'
import type { Mutation } from '@cardinal/sync/edits'
import { ListChecks, Merge, Network, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { type PopupProps, usePopups } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { ChooseBox, type Chosen, useChosen } from '../../shared/cards/chosen.tsx'
import { useAct } from '../../shared/changes/use-act.ts'
import { useHomeScreen } from '../../shared/search/home-screen.tsx'
import { focusRowAfter } from '../../shared/tags/focus-row-after.ts'
import { TagActs } from '../../shared/tags/tag-acts.tsx'
import { chipNames } from '../../shared/tags/tag-names.ts'
import { COUNT_UNTAGGED, RELATIONS } from '../../shared/tags/tag-tabs.tsx'
import { counted } from '../../shared/text/counted.ts'
import { Button, Chip, EmptyState, Skeleton } from '../../ui/index.ts'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { HardToFind } from './hard-to-find.tsx'
import styles from './tag-desk.module.css'
import { TagFrame } from './tag-frame.tsx'

/** A tag on more than this share of all cards, and on more than this many, narrows searches too little. */
const TOO_LARGE_A_SHARE = 1 / 3
const TOO_MANY = 20

/** The tab with the state of the tags. */
export default function TagDeskPopup({ close }: PopupProps<'tag-desk'>) {
  const popups = usePopups()
  return (
    <TagFrame at="desk">
      <TagDesk onShow={close} onUntagged={() => popups.replace('tag-desk', 'tagger')} />
    </TagFrame>
  )
}

interface TagDeskProps {
  /** Called when a tag is searched for at home. */
  readonly onShow: () => void
  readonly onUntagged: () => void
}

/** The state of the tags: one line per problem, with its count and what helps. */
export function TagDesk({ onShow, onUntagged }: TagDeskProps) {
  const { answer: counts } = useAnswer('countSearches', COUNT_UNTAGGED)
  const { answer: tags } = useAnswer('allTags', { order: DEFAULT_TAG_ORDER })
  const { answer: relations } = useAnswer('suggestRelations', { limit: RELATIONS })
  const { answer: cards } = useAnswer('countCards', {})
  const { answer: groups } = useAnswer('allGroups', {})
  // Waits for everything, because a line that loads later would move the lines below it.
  if (!counts || !tags || !relations || !cards || !groups) return <Skeleton lines={8} />
  const [untagged = 0] = counts
  const total = cards.todo + cards.note + cards.link
  if (tags.length === 0 && untagged === 0)
    return (
      <EmptyState title="No tags yet">Give a card a tag, and the state of your tags shows here.</EmptyState>
    )
  return (
    <div className={styles.desk}>
      <Line title={`${counted(untagged, 'card')} without a tag`}>
        {untagged > 0 && (
          <Button size="sm" icon={ListChecks} onClick={onUntagged}>
            Tag them
          </Button>
        )}
      </Line>
      <LikelyRelations all={relations} />
      <TagLines tags={tags} total={total} onShow={onShow} />
      <EmptyGroups groups={groups} />
      <HardToFind total={total} />
    </div>
  )
}

interface TagLinesProps {
  readonly tags: readonly TagInUse[]
  /** The number of all cards. */
  readonly total: number
  readonly onShow: () => void
}

function TagLines({ tags, total, onShow }: TagLinesProps) {
  const act = useAct()
  const chosen = useChosen(NONE)
  const most = Math.max(TOO_MANY, total * TOO_LARGE_A_SHARE)
  const unused = tags.filter(({ cardCount }) => cardCount === 0)
  const remove = () =>
    void act(
      { name: 'deleteTags', args: { tagIds: unused.map(({ id }) => id) } },
      { done: `Deleted ${counted(unused.length, 'tag')}` },
    )
  const lines = [
    { about: 'on no card', of: unused },
    { about: 'used once', of: tags.filter(({ cardCount }) => cardCount === 1) },
    {
      about: 'used more than once and never searched',
      of: tags.filter((tag) => tag.clickCount === 0 && tag.cardCount > 1),
    },
    { about: 'on too many cards to narrow a search', of: tags.filter(({ cardCount }) => cardCount > most) },
  ]
  // Removed tags are no longer ticked.
  const ticked = tags.filter(({ id }) => chosen.ids.has(id))
  return (
    <>
      {lines.map(({ about, of }) => (
        <Line key={about} title={`${counted(of.length, 'tag')} ${about}`}>
          <Ticks tags={of} chosen={chosen} onShow={onShow} />
          {of === unused && of.length > 0 && (
            <Button size="sm" tone="quiet" icon={Trash2} onClick={remove}>
              {`Delete ${counted(of.length, 'tag')}; no card changes`}
            </Button>
          )}
        </Line>
      ))}
      {ticked.length > 0 && (
        <SelectionBar label="Selected tags" count={counted(ticked.length, 'tag')} onClear={chosen.clear}>
          <TagActs
            tags={ticked}
            onGone={(gone) => {
              focusRowAfter(gone, lines.find(({ of }) => of.some(({ id }) => gone.includes(id)))?.of ?? [])
              chosen.clear()
            }}
          />
        </SelectionBar>
      )}
    </>
  )
}

const NONE: readonly Id[] = []
const FIRST_SHOWN = 60

/** Tags with boxes. Shift ticks a range. A press on a name searches for the tag at home. */
function Ticks({ tags, chosen, onShow }: { tags: readonly TagInUse[]; chosen: Chosen; onShow: () => void }) {
  const { search } = useHomeScreen()
  const [isAll, setIsAll] = useState(false)
  const ids = useMemo(() => tags.map(({ id }) => id), [tags])
  if (tags.length === 0) return null
  const shown = isAll ? tags : tags.slice(0, FIRST_SHOWN)
  return (
    <>
      <Button
        size="sm"
        tone="quiet"
        onClick={() => (ids.every((id) => chosen.ids.has(id)) ? chosen.clear() : chosen.add(ids))}
      >
        {ids.every((id) => chosen.ids.has(id)) ? 'Select none' : `Select all ${tags.length}`}
      </Button>
      <ul className={styles.ticks}>
        {shown.map((tag) => (
          <li key={tag.id} className={styles.tick} data-tag={tag.id}>
            <ChooseBox
              id={tag.id}
              chosen={chosen}
              shownIds={ids}
              label={`Select the tag ${displayNameOf(tag)}`}
            />
            <Chip
              {...chipNames(tag)}
              color={tag.color}
              count={tag.cardCount}
              onInclude={() => {
                search.getState().put(wordOfTag(tag))
                onShow()
              }}
            />
          </li>
        ))}
      </ul>
      {shown.length < tags.length && (
        <Button size="sm" tone="quiet" onClick={() => setIsAll(true)}>
          {`Show ${tags.length - shown.length} more`}
        </Button>
      )}
    </>
  )
}

function EmptyGroups({ groups }: { groups: readonly TagGroup[] }) {
  const act = useAct()
  const empty = groups.filter(({ tagIds }) => tagIds.length === 0)
  const remove = () =>
    void act(
      { name: 'deleteGroups', args: { groupIds: empty.map(({ id }) => id) } },
      { done: `Deleted ${counted(empty.length, 'group')}` },
    )
  return (
    <Line title={`${counted(empty.length, 'group')} without tags`}>
      {empty.length > 0 && (
        <Button size="sm" tone="quiet" icon={Trash2} onClick={remove}>
          {`Delete ${empty.map(({ title }) => `“${title}”`).join(', ')}`}
        </Button>
      )}
    </Line>
  )
}

function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.line} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

const LIKENESS = { signs: 'the same but for signs', plural: 'one and many', letter: 'one letter apart' }

/**
 * Pairs of tags that may mean the same, or one may be part of the other, each with the reason, to accept one by
 * one or many at once.
 */
function LikelyRelations({ all }: { all: readonly RelationSuggestion[] }) {
  return (['same', 'part'] as const).map((kind) => (
    <Relations
      key={kind}
      kind={kind}
      of={all.filter((each) => each.kind === kind)}
      isCut={all.length === RELATIONS}
    />
  ))
}

interface RelationsProps {
  readonly kind: RelationSuggestion['kind']
  readonly of: readonly RelationSuggestion[]
  /** Whether there may be more. */
  readonly isCut: boolean
}

function Relations({ kind, of, isCut }: RelationsProps) {
  const act = useAct()
  const chosen = useChosen(NONE)
  const ids = of.map(keyOf)
  const ticked = of.filter((each) => chosen.ids.has(keyOf(each)))
  const title = kind === 'same' ? 'likely synonym' : 'likely parent'
  const accept = async () => {
    const done =
      kind === 'same'
        ? `Merged ${counted(ticked.length, 'tag')}`
        : `${counted(ticked.length, 'tag')} got a parent`
    if (await act(ticked.map(accepting), { done })) chosen.clear()
  }
  return (
    <section className={styles.line} aria-label={`${title}s`}>
      <h3>{`${isCut ? 'At least ' : ''}${counted(of.length, title)}`}</h3>
      {of.length > 1 && (
        <div className={styles.chips}>
          <Button size="sm" tone="quiet" onClick={() => chosen.add(ids)}>
            {`Select all ${of.length}`}
          </Button>
          <Button
            size="sm"
            icon={kind === 'same' ? Merge : Network}
            disabled={ticked.length === 0}
            onClick={() => void accept()}
          >
            {kind === 'same' ? `Merge the selected ${ticked.length}` : `Add the selected ${ticked.length}`}
          </Button>
        </div>
      )}
      {of.length > 0 && (
        <ul className={styles.list}>
          {of.map((each) => (
            <Suggested key={keyOf(each)} suggestion={each} chosen={chosen} shownIds={ids} />
          ))}
        </ul>
      )}
    </section>
  )
}

function keyOf({ tag, other }: RelationSuggestion): string {
  return `${tag.id} ${other.id}`
}

function accepting({ kind, tag, other }: RelationSuggestion): Mutation {
  return kind === 'same'
    ? { name: 'mergeTags', args: { tagIds: [tag.id], intoTagId: other.id, keepsNames: true } }
    : { name: 'addTagParents', args: { tagIds: [tag.id], parentIds: [other.id] } }
}

interface SuggestedProps {
  readonly suggestion: RelationSuggestion
  readonly chosen: Chosen
  readonly shownIds: readonly string[]
}

function Suggested({ suggestion, chosen, shownIds }: SuggestedProps) {
  const act = useAct()
  const { tag, other } = suggestion
  const [one, two] = [displayNameOf(tag), displayNameOf(other)]
  const isSame = suggestion.kind === 'same'
  const reason = isSame
    ? LIKENESS[suggestion.likeness]
    : `${suggestion.count} of its ${counted(suggestion.of, 'card')} have “${two}”`
  return (
    <li className={styles.row}>
      <ChooseBox id={keyOf(suggestion)} chosen={chosen} shownIds={shownIds}>
        {isSame ? `“${one}” and “${two}”: ` : `“${one}”: `}
        <span className={styles.about}>{reason}</span>
      </ChooseBox>
      <Button
        size="sm"
        icon={isSame ? Merge : Network}
        onClick={() =>
          void act(accepting(suggestion), {
            done: isSame ? `${one} → ${two}` : `“${two}” is the parent of “${one}”`,
          })
        }
      >
        {isSame ? `Merge into “${two}”: ${counted(tag.cardCount, 'card')}` : `Add the parent “${two}”`}
      </Button>
    </li>
  )
}
