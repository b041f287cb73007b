import {
  CARD_TYPES,
  type CardType,
  COLORS,
  type Color,
  displayNameOf,
  type Id,
  printSearch,
  type Rule,
  type RuleParts,
  type SearchTree,
  withoutLastWord,
  wordOfTag,
} from '@cardinal/domain'
import { changesCards, doesNothing, RULE_LIMITS, RULE_WITHOUT_ACT } from '@cardinal/domain/rules'
import type { Suggestion, TagInUse } from '@cardinal/engine'
import type { Mutation } from '@cardinal/sync/edits'
import { ListChecks } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useAnswer, useReplica } from '../../replica/index.ts'
import { CallFailed, session } from '../../session/index.ts'
import { type ChosenTags, TagsField, type TagsFieldHandle } from '../../shared/card-form/tags-field.tsx'
import { type Act, useAct } from '../../shared/changes/use-act.ts'
import { ruleSentence } from '../../shared/rules/rule-words.ts'
import { countsOf } from '../../shared/search/filters.ts'
import { createSearchStore, type SearchStore } from '../../shared/search/search-store.ts'
import { useCardSearch } from '../../shared/search/use-card-search.ts'
import { capital, SUBJECT_WORDS } from '../../shared/searchbar/mode-words.ts'
import { Searchbar } from '../../shared/searchbar/searchbar.tsx'
import { useNarrowing } from '../../shared/searchbar/use-searchbar.ts'
import { counted } from '../../shared/text/counted.ts'
import { lineOf } from '../../shared/text/note-title.ts'
import { Button, Checkbox, FieldProblem, Skeleton, toast } from '../../ui/index.ts'
import { Select } from '../../ui/select.tsx'
import { UNDERSTOOD } from '../../ui/toaster.tsx'
import { changedByRule, RULED_CARDS, useRuleCounts, useRuleSearch, useTagsOfRules } from './rule-search.ts'
import styles from './rules.module.css'

interface FormProps {
  /** Null: a new rule. */
  readonly rule: Rule | null
  readonly search: string
  readonly onSave: (parts: RuleParts) => void
  readonly onClose: () => void
}

/** The choices besides the search. For `color` and `type`, “same” changes nothing. */
interface Chosen {
  readonly added: ChosenTags
  readonly removed: ChosenTags
  readonly color: Color | 'none' | 'same'
  readonly type: CardType | 'same'
  readonly keepsCopy: boolean
  readonly hidesFromAll: boolean
}

/** The form of a rule: its search, what it does, and what that would change now. */
export function RuleForm({ rule, search: initial, onSave, onClose }: FormProps) {
  const [search] = useState(() => createSearchStore({ text: initial }))
  const [chosen, setChosen] = useState<Chosen>(() => chosenOf(rule))
  const [typed, setTyped] = useState({ added: '', removed: '' })
  const [wasTried, setWasTried] = useState(false)
  const fields = { added: useRef<TagsFieldHandle>(null), removed: useRef<TagsFieldHandle>(null) }
  const act = useAct()
  const replica = useReplica()
  const text = useStore(search, (state) => state.text)
  const read = useRuleSearch(text)
  const parts = partsOf(read.search, chosen)
  const tags = useTagsOfRules([parts])
  const newTags = [...chosen.added.newTags]
  const nameOf = (id: Id) =>
    newTags.find((tag) => tag.id === id)?.name ?? displayed(tags.find((tag) => tag.id === id))
  const hasSearch = text.trim() !== ''
  const tooMany = [parts.addTagIds, parts.removeTagIds].some(({ length }) => length > RULE_LIMITS.tags)
  const problem = tooMany
    ? `A rule adds and takes off at most ${RULE_LIMITS.tags} tags each.`
    : (read.problem ?? (doesNothing(parts) ? RULE_WITHOUT_ACT : null))
  const canTell = hasSearch && problem === null && !read.isStale
  const set = (change: Partial<Chosen>) => setChosen((before) => ({ ...before, ...change }))

  const save = async (appliesNow: boolean) => {
    setWasTried(true)
    const added = await fields.added.current?.settle()
    const removed = await fields.removed.current?.settle()
    if (added == null || removed == null || read.isStale) return
    const settled = partsOf(read.search, { ...chosen, added, removed: known(removed) })
    if (read.problem !== null || tooMany || doesNothing(settled)) return
    if (added.newTags.length > 0) {
      const isMade = await act({ name: 'createTags', args: { tags: added.newTags, attachToCardIds: [] } })
      if (!isMade) return
    }
    onSave(settled)
    if (appliesNow) await applyRule(replica, act, changedByRule(read.tree, settled, tags), settled)
    onClose()
  }
  return (
    <form
      className={styles.form}
      aria-label={rule === null ? 'New rule' : 'Edit the rule'}
      onSubmit={(event) => {
        event.preventDefault()
        void save(false)
      }}
    >
      <div>
        <span className={styles.label}>Cards that match</span>
        <RuleSearchbar search={search} />
        <FieldProblem id={PROBLEM} problem={hasSearch || wasTried ? read.problem : null} />
        {hasSearch && read.problem === null && text.trim() !== read.search && (
          <p className={styles.about}>
            Kept as <code>{read.search}</code>
          </p>
        )}
      </div>
      <TagsField
        ref={fields.added}
        label="Tags to add"
        text={text}
        type="link"
        cardId={null}
        typed={typed.added}
        onType={(added) => setTyped({ ...typed, added })}
        {...chosen.added}
        onChange={(added) => set({ added })}
      />
      <TagsField
        ref={fields.removed}
        label="Tags to take off"
        text=""
        type="link"
        cardId={null}
        hasOffers={false}
        typed={typed.removed}
        onType={(removed) => setTyped({ ...typed, removed })}
        {...chosen.removed}
        onChange={(removed) => set({ removed: known(removed) })}
      />
      <div className={styles.choices}>
        <Select<Chosen['color']>
          label="Colour"
          value={chosen.color}
          choices={[
            { value: 'same', label: 'Stays as it is' },
            { value: 'none', label: 'No colour' },
            ...COLORS.map((color) => ({ value: color, label: capital(color) })),
          ]}
          onChange={(color) => set({ color })}
        />
        <Select<Chosen['type']>
          label="Kind"
          value={chosen.type}
          choices={[
            { value: 'same', label: 'Stays as it is' },
            ...CARD_TYPES.map((type) => ({ value: type, label: capital(SUBJECT_WORDS[type].one) })),
          ]}
          onChange={(type) => set({ type })}
        />
      </div>
      <Checkbox isChecked={chosen.keepsCopy} onChange={(keepsCopy) => set({ keepsCopy })}>
        Keep a copy of the page of a link
      </Checkbox>
      <Checkbox isChecked={chosen.hidesFromAll} onChange={(hidesFromAll) => set({ hidesFromAll })}>
        Hide from All, while no search names it
      </Checkbox>
      {wasTried && hasSearch && read.problem === null && problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {canTell && <p>{ruleSentence(parts, nameOf)}</p>}
      {canTell && <Preview tree={read.tree} rule={parts} changed={changedByRule(read.tree, parts, tags)} />}
      <FormEnd
        isNew={rule === null}
        changed={canTell ? changedByRule(read.tree, parts, tags) : null}
        onApply={() => void save(true)}
        onClose={onClose}
      />
    </form>
  )
}

const PROBLEM = 'rule-search-problem'

interface EndProps {
  readonly isNew: boolean
  /** The cards that the rule would change. Null: the rule can't be saved yet. */
  readonly changed: SearchTree | null
  readonly onApply: () => void
  readonly onClose: () => void
}

function FormEnd({ isNew, changed, onApply, onClose }: EndProps) {
  const counts = useRuleCounts(changed, changed)
  const changing = counts?.changing ?? 0
  return (
    <div className={styles.buttons}>
      <Button type="submit" tone="primary">
        {isNew ? 'Make the rule' : 'Save the rule'}
      </Button>
      {changing > 0 && (
        <Button icon={ListChecks} onClick={onApply}>
          {`${isNew ? 'Make' : 'Save'} it, and change ${counted(changing, 'card')} now`}
        </Button>
      )}
      <Button tone="quiet" onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}

function RuleSearchbar({ search }: { search: SearchStore }) {
  const query = useCardSearch(search, null)
  const suggestions = useNarrowing(search, query, 4)
  const pick = ({ tag, reasons }: Suggestion) => {
    const { text, put } = search.getState()
    // A tag found by its name replaces the typed part of that name.
    const before = reasons.some(({ kind }) => kind === 'name') ? withoutLastWord(text) : text
    const condition = printSearch({ kind: 'tag', name: wordOfTag(tag), isExact: false })
    put([before.trim().replace(/[,，]$/, ''), condition].filter((part) => part !== '').join(', '))
  }
  return (
    <Searchbar
      search={search}
      subject={null}
      size="small"
      label="Cards that match"
      prompt="Such as site:example.org or tag:recipe"
      suggestions={suggestions}
      asked={query}
      onPick={pick}
      onSearch={() => {}}
      autoFocus
    />
  )
}

const EXAMPLES = 5

/** How many cards match, how many would change, and the first of them. */
function Preview({ tree, rule, changed }: { tree: SearchTree; rule: RuleParts; changed: SearchTree }) {
  const counts = useRuleCounts(tree, changed)
  const { answer, isStale } = useAnswer(
    'matchCards',
    { ...RULED_CARDS, search: changed, offset: 0, limit: EXAMPLES, parts: 'page' },
    'deferred',
  )
  if (counts === undefined) return <Skeleton lines={2} />
  const { matching, changing } = counts
  const examples = isStale ? [] : (answer?.cards ?? [])
  return (
    <div className={styles.preview}>
      <p role="status">{previewWords(matching, changing, rule)}</p>
      {changing > 0 && examples.length > 0 && (
        <ul className={styles.examples} aria-label="Cards that would change">
          {examples.map((card) => (
            <li key={card.id}>{lineOf(card, 80)}</li>
          ))}
          {changing > examples.length && <li>{`and ${counted(changing - examples.length, 'more card')}`}</li>}
        </ul>
      )}
    </div>
  )
}

function previewWords(matching: number, changing: number, rule: RuleParts): string {
  if (matching === 0) return 'No card matches now. It acts on cards that come.'
  const matches = counted(matching, 'card matches', 'cards match')
  const hides = rule.hidesFromAll === true ? ' All leaves out what matches.' : ''
  if (!changesCards(rule)) return `${matches} now.${hides}`
  return `${matches} now; ${changing === 0 ? 'none' : counted(changing, 'card')} would change.${hides}`
}

/** What a rule would change now, with a button that applies it to those cards. */
export function RulePreview(props: { tree: SearchTree; rule: RuleParts; tags: readonly TagInUse[] }) {
  const { tree, rule, tags } = props
  const changed = useMemo(() => changedByRule(tree, rule, tags), [tree, rule, tags])
  const changing = useRuleCounts(tree, changed)?.changing ?? 0
  const act = useAct()
  const replica = useReplica()
  return (
    <div className={styles.preview}>
      <Preview tree={tree} rule={rule} changed={changed} />
      {changing > 0 && (
        <Button size="sm" icon={ListChecks} onClick={() => void applyRule(replica, act, changed, rule)}>
          {`Change ${counted(changing, 'card')} now`}
        </Button>
      )}
    </div>
  )
}

/**
 * Applies a rule to the matching cards as one act with an undo. The server fetches the copies, which an undo
 * doesn't remove.
 */
async function applyRule(
  replica: ReturnType<typeof useReplica>,
  act: Act,
  changed: SearchTree,
  rule: RuleParts,
): Promise<void> {
  const { addTagIds, removeTagIds, color, type, keepsCopy } = rule
  const [limit = 0] = await replica.ask('countSearches', {
    query: countsOf(RULED_CARDS),
    searches: [changed],
  })
  const query = { ...RULED_CARDS, search: changed, offset: 0, limit, parts: 'page' } as const
  const { cards } = await replica.ask('matchCards', query)
  const cardIds = cards.map(({ id }) => id)
  const mutations: Mutation[] = [
    ...(addTagIds.length > 0 ? [{ name: 'attachTags', args: { cardIds, tagIds: addTagIds } } as const] : []),
    ...(removeTagIds.length > 0
      ? [{ name: 'detachTags', args: { cardIds, tagIds: removeTagIds } } as const]
      : []),
    ...(color === undefined ? [] : [{ name: 'setCardColor', args: { cardIds, color } } as const]),
    ...(type === undefined
      ? []
      : cards
          .filter((card) => card.type !== type)
          .map(({ id: cardId }) => ({ name: 'editCard', args: { cardId, type } }) as const)),
  ]
  const isDone =
    mutations.length === 0 || (await act(mutations, { done: `Changed ${counted(cards.length, 'card')}` }))
  if (keepsCopy && isDone) await keepCopies(cardIds)
}

/** Ids per request. */
const COPIES_AT_ONCE = 1_000

async function keepCopies(cardIds: readonly Id[]): Promise<void> {
  try {
    for (let at = 0; at < cardIds.length; at += COPIES_AT_ONCE)
      await session.account.call('POST /entity/keep-copies', {
        body: { entity_ids: cardIds.slice(at, at + COPIES_AT_ONCE) },
      })
    toast('The copies are being fetched')
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    toast(failure.message, UNDERSTOOD)
  }
}

function chosenOf(rule: Rule | null): Chosen {
  const of = (tagIds: readonly Id[]): ChosenTags => ({ tagIds, newTags: [] })
  return {
    added: of(rule?.addTagIds ?? []),
    removed: of(rule?.removeTagIds ?? []),
    color: rule?.color === undefined ? 'same' : (rule.color ?? 'none'),
    type: rule?.type ?? 'same',
    keepsCopy: rule?.keepsCopy ?? false,
    hidesFromAll: rule?.hidesFromAll ?? false,
  }
}

function partsOf(
  search: string,
  { added, removed, color, type, keepsCopy, hidesFromAll }: Chosen,
): RuleParts {
  return {
    search,
    addTagIds: added.tagIds,
    removeTagIds: removed.tagIds,
    ...(color !== 'same' && { color: color === 'none' ? null : color }),
    ...(type !== 'same' && { type }),
    keepsCopy,
    ...(hidesFromAll && { hidesFromAll }),
  }
}

/** Removes new tags from the choice, because a tag that doesn't exist can't be removed from cards. */
function known({ tagIds, newTags }: ChosenTags): ChosenTags {
  return { tagIds: tagIds.filter((id) => !newTags.some((tag) => tag.id === id)), newTags: [] }
}

function displayed(tag: TagInUse | undefined): string | undefined {
  return tag && displayNameOf(tag)
}
