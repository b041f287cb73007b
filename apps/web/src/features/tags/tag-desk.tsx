import { DEFAULT_TAG_ORDER, parseSearch, wordOfTag } from '@cardinal/domain'
import type { RelationSuggestion, TagInUse } from '@cardinal/engine'
import { ListChecks, Merge, Network, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PopupProps } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { useAct } from '../../shared/changes/use-act.ts'
import { cardSearch, DEFAULT_FILTERS } from '../../shared/search/filters.ts'
import { useHomeScreen } from '../../shared/search/home-screen.tsx'
import { chipNames } from '../../shared/tags/tag-names.ts'
import { counted } from '../../shared/text/counted.ts'
import { Button, Chip, EmptyState, Skeleton } from '../../ui/index.ts'
import styles from './tag-desk.module.css'
import { UntaggedCards } from './untagged-cards.tsx'

const UNTAGGED = { ...cardSearch(null, '', '', DEFAULT_FILTERS), search: parseSearch('tags:0'), done: null }
/** Most cards per session. */
const CARDS_PER_SESSION = 200
/** A tag on a larger share of all cards, and on at least this many, narrows too little. */
const TOO_LARGE_A_SHARE = 1 / 3
const TOO_MANY = 20

/** Renders the state of the tags: one line for each problem, with its count and a remedy. */
export default function TagDesk({ close }: PopupProps<'tag-desk'>) {
  const [isTagging, setIsTagging] = useState(false)
  const { answer: untagged } = useAnswer('matchCards', {
    ...UNTAGGED,
    offset: 0,
    limit: CARDS_PER_SESSION,
    parts: 'all',
  })
  const { answer: tags } = useAnswer('allTags', { order: DEFAULT_TAG_ORDER })
  if (untagged === undefined || tags === undefined) return <Skeleton lines={8} />
  if (isTagging) return <UntaggedCards cards={untagged.cards} onDone={() => setIsTagging(false)} />
  if (tags.length === 0 && untagged.total === 0)
    return (
      <EmptyState title="No tags yet">Give a card a tag, and the state of your tags shows here.</EmptyState>
    )
  return (
    <div className={styles.desk}>
      <Line title={`${counted(untagged.total, 'card')} without a tag`}>
        {untagged.total > 0 && (
          <Button size="sm" icon={ListChecks} onClick={() => setIsTagging(true)}>
            Tag them one after another
          </Button>
        )}
      </Line>
      <LikelyRelations />
      <TagLines tags={tags} onShow={close} />
      <EmptyGroups />
    </div>
  )
}

function TagLines({ tags, onShow }: { tags: readonly TagInUse[]; onShow: () => void }) {
  const act = useAct()
  const { answer: cards } = useAnswer('countCards', {})
  const total = cards === undefined ? 0 : cards.todo + cards.note + cards.link
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
  return lines.map(({ about, of }) => (
    <Line key={about} title={`${counted(of.length, 'tag')} ${about}`}>
      <Chips tags={of} onShow={onShow} />
      {of === unused && of.length > 0 && (
        <Button size="sm" tone="quiet" icon={Trash2} onClick={remove}>
          {`Delete ${counted(of.length, 'tag')}; no card changes`}
        </Button>
      )}
    </Line>
  ))
}

/** Renders the first tags. A press searches for one at home. */
function Chips({ tags, onShow }: { tags: readonly TagInUse[]; onShow: () => void }) {
  const { search } = useHomeScreen()
  if (tags.length === 0) return null
  return (
    <div className={styles.chips}>
      {tags.slice(0, FIRST_SHOWN).map((tag) => (
        <Chip
          key={tag.id}
          {...chipNames(tag)}
          color={tag.color}
          count={tag.cardCount}
          onInclude={() => {
            search.getState().put(wordOfTag(tag))
            onShow()
          }}
        />
      ))}
      {tags.length > FIRST_SHOWN && (
        <span className={styles.about}>{`and ${tags.length - FIRST_SHOWN} more`}</span>
      )}
    </div>
  )
}

const FIRST_SHOWN = 30

function EmptyGroups() {
  const act = useAct()
  const { answer: groups = [] } = useAnswer('allGroups', {})
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

const RELATIONS = 20
const LIKENESS = { signs: 'the same but for signs', plural: 'one and many', letter: 'one letter apart' }

/** Renders tags that may mean the same or be part of others, each with the reason and a button. */
function LikelyRelations() {
  const { answer = [] } = useAnswer('suggestRelations', { limit: RELATIONS })
  const same = answer.filter(({ kind }) => kind === 'same')
  const parts = answer.filter(({ kind }) => kind === 'part')
  return [
    { title: 'likely synonym', of: same },
    { title: 'likely parent', of: parts },
  ].map(({ title, of }) => (
    <section key={title} className={styles.line} aria-label={`${title}s`}>
      <h3>{`${answer.length === RELATIONS ? 'At least ' : ''}${counted(of.length, title)}`}</h3>
      {of.length > 0 && (
        <ul className={styles.list}>
          {of.map((each) => (
            <Suggested key={`${each.tag.id} ${each.other.id}`} suggestion={each} />
          ))}
        </ul>
      )}
    </section>
  ))
}

function Suggested({ suggestion }: { suggestion: RelationSuggestion }) {
  const act = useAct()
  const { tag, other } = suggestion
  if (suggestion.kind === 'same')
    return (
      <li className={styles.row}>
        <span>
          {`“${tag.name}” and “${other.name}”: `}
          <span className={styles.about}>{LIKENESS[suggestion.likeness]}</span>
        </span>
        <Button
          size="sm"
          icon={Merge}
          onClick={() =>
            void act(
              { name: 'mergeTags', args: { tagIds: [tag.id], intoTagId: other.id, keepsNames: true } },
              { done: `${tag.name} → ${other.name}` },
            )
          }
        >
          {`Merge into “${other.name}”: ${counted(tag.cardCount, 'card')}`}
        </Button>
      </li>
    )
  const { count, of } = suggestion
  return (
    <li className={styles.row}>
      <span>
        {`“${tag.name}”: `}
        <span className={styles.about}>{`${count} of its ${counted(of, 'card')} have “${other.name}”`}</span>
      </span>
      <Button
        size="sm"
        icon={Network}
        onClick={() =>
          void act(
            { name: 'addTagParents', args: { tagIds: [tag.id], parentIds: [other.id] } },
            { done: `“${tag.name}” is part of “${other.name}”` },
          )
        }
      >
        {`Make it part of “${other.name}”`}
      </Button>
    </li>
  )
}
