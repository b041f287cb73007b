import { displayNameOf, type Id, parseSearch, type Rule, type RuleParts } from '@cardinal/domain'
import { changesCards, RULE_LIMITS } from '@cardinal/domain/rules'
import type { TagInUse } from '@cardinal/engine'
import { ArrowDown, ArrowUp, CircleCheck, CircleDashed, Pencil, Plus, Sparkles, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { PopupProps } from '../../overlays/index.ts'
import { useAccount, useReplica } from '../../replica/index.ts'
import { newId } from '../../shared/changes/new-id.ts'
import {
  type RuleEffect,
  RuleEffects,
  type ServerRules,
  useServerRules,
} from '../../shared/rules/rule-effects.tsx'
import { partsOfRule, ruleSentence } from '../../shared/rules/rule-words.ts'
import { counted } from '../../shared/text/counted.ts'
import { Disclosure } from '../../ui/accordion.tsx'
import { Button, EmptyState, ErrorText, IconButton, moveFocusFrom, Skeleton, toast } from '../../ui/index.ts'
import { RuleForm, RulePreview } from './rule-form.tsx'
import { useTagsOfRules } from './rule-search.ts'
import styles from './rules.module.css'
import { TagFrame } from './tag-frame.tsx'

/** The tab of rules: searches that act on cards. */
export default function RulesPopup({ params }: PopupProps<'tag-rules'>) {
  const { workspaceId } = useReplica()
  return (
    <TagFrame at="rules">
      <Rules key={workspaceId} search={params.search ?? null} />
    </TagFrame>
  )
}

/** The number of rules from which the limit is shown. */
const NEAR_LIMIT = RULE_LIMITS.rules - 10

/** @param search the search of a new rule whose form is open at first; null: no form */
function Rules({ search }: { search: string | null }) {
  const { workspaces } = useAccount()
  const { workspaceId } = useReplica()
  const here = workspaces.find(({ id }) => id === workspaceId)
  const rules = here?.rules ?? NONE
  const total = workspaces.reduce((sum, each) => sum + (each.rules?.length ?? 0), 0)
  const isFull = total >= RULE_LIMITS.rules
  // The id of the rule in the form, "new" for a new rule, or null without a form.
  const [open, setOpen] = useState<Id | 'new' | null>(search === null ? null : 'new')
  const server = useServerRules()
  const tags = useTagsOfRules(rules)
  const nameOf = (id: Id) => {
    const tag = tags.find((each) => each.id === id)
    return tag && displayNameOf(tag)
  }
  const acts = useRuleActs(workspaceId, rules)
  const close = () => {
    setOpen(null)
    void server.load()
  }
  if (here === undefined) return <Skeleton lines={6} />
  return (
    <div className={styles.rules}>
      <p className={styles.about}>
        A rule acts when a card begins to match its search: added, imported, fetched or edited, here and by
        other programs. The rules act in this order.
      </p>
      {open === 'new' ? (
        <RuleForm rule={null} search={search ?? ''} onSave={acts.create} onClose={close} />
      ) : (
        <Button
          size="sm"
          icon={Plus}
          tone="primary"
          disabled={isFull}
          onClick={() => setOpen('new')}
          className={styles.add}
        >
          New rule
        </Button>
      )}
      {total >= NEAR_LIMIT && (
        <p className={styles.about} role="status">
          {isFull
            ? `An account has at most ${RULE_LIMITS.rules} rules. Delete one to make another.`
            : `${total} of at most ${RULE_LIMITS.rules} rules, in all workspaces.`}
        </p>
      )}
      {rules.length === 0 && open === null && (
        <EmptyState icon={Sparkles} title="No rules yet">
          A rule tags what comes by itself: when a link of example.org is added, tag it “example”. At home,
          “Make a rule of this search…” in the menu View begins with the present search.
        </EmptyState>
      )}
      <ul className={styles.list} aria-label="Rules">
        {rules.map((rule, at) =>
          open === rule.id ? (
            <li key={rule.id} className={styles.rule}>
              <RuleForm
                rule={rule}
                search={rule.search}
                onSave={(parts) => acts.edit(rule, parts)}
                onClose={close}
              />
            </li>
          ) : (
            <RuleRow
              key={rule.id}
              rule={rule}
              sentence={ruleSentence(rule, nameOf)}
              tags={tags}
              server={server}
              acts={acts}
              isFirst={at === 0}
              isLast={at === rules.length - 1}
              onEdit={() => setOpen(rule.id)}
            />
          ),
        )}
      </ul>
    </div>
  )
}

const NONE: readonly Rule[] = []

interface RowProps {
  readonly rule: Rule
  readonly sentence: string
  readonly tags: readonly TagInUse[]
  readonly server: ServerRules
  readonly acts: RuleActs
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onEdit: () => void
}

function RuleRow({ rule, sentence, tags, server, acts, isFirst, isLast, onEdit }: RowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { isPaused } = rule
  const known = server.rules?.find(({ _id }) => _id === rule.id)
  return (
    <li className={styles.rule} data-rule={rule.id}>
      <div className={styles.head}>
        <p className={styles.sentence} data-paused={isPaused || undefined}>
          {sentence}
          {isPaused && <span className={styles.badge}>Paused</span>}
        </p>
        <span className={styles.buttons}>
          <IconButton size="sm" icon={Pencil} label={`Edit: ${sentence}`} onClick={onEdit} />
          <IconButton
            size="sm"
            icon={isPaused ? CircleCheck : CircleDashed}
            label={`${isPaused ? 'Resume' : 'Pause'}: ${sentence}`}
            onClick={() => acts.pause(rule)}
          />
          <IconButton
            size="sm"
            icon={ArrowUp}
            label={`Move up: ${sentence}`}
            disabled={isFirst}
            onClick={() => acts.moveUp(rule)}
          />
          <IconButton
            size="sm"
            icon={ArrowDown}
            label={`Move down: ${sentence}`}
            disabled={isLast}
            onClick={() => acts.moveDown(rule)}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label={`Delete: ${sentence}`}
            onClick={({ currentTarget }) => {
              moveFocusFrom(currentTarget)
              acts.remove(rule)
            }}
          />
        </span>
      </div>
      <Disclosure
        isOpen={isOpen}
        onChange={setIsOpen}
        title={
          !changesCards(rule)
            ? 'What it hides'
            : known === undefined
              ? 'What it did and would do'
              : `Acted ${counted(known.effect_count, 'time')}`
        }
      >
        <div className={styles.details}>
          <p className={styles.about}>
            Its search: <code>{rule.search}</code>
          </p>
          <RulePreview tree={parseSearch(rule.search)} rule={rule} tags={tags} />
          {changesCards(rule) && <Effects ruleId={rule.id} effects={known?.effects} server={server} />}
        </div>
      </Disclosure>
    </li>
  )
}

interface EffectsProps {
  readonly ruleId: Id
  /** Undefined: not loaded from the server. */
  readonly effects: readonly RuleEffect[] | undefined
  readonly server: ServerRules
}

function Effects({ ruleId, effects, server }: EffectsProps) {
  if (server.failure !== null)
    return (
      <div className={styles.details}>
        <ErrorText error={server.failure} />
        <p className={styles.about}>What it did is known by the server.</p>
        <Button size="sm" onClick={() => void server.load()}>
          Ask again
        </Button>
      </div>
    )
  if (server.rules === null) return <Skeleton lines={2} />
  if (effects === undefined || effects.length === 0)
    return <p className={styles.about}>It has acted on no card yet.</p>
  return (
    <>
      <h3 className={styles.heading}>The last cards it acted on</h3>
      <RuleEffects
        label="What this rule did"
        effects={effects.map((effect) => ({ ruleId, effect }))}
        namesCards
        onUndone={() => void server.load()}
      />
    </>
  )
}

interface RuleActs {
  create(parts: RuleParts): void
  edit(rule: Rule, parts: RuleParts): void
  pause(rule: Rule): void
  moveUp(rule: Rule): void
  moveDown(rule: Rule): void
  remove(rule: Rule): void
}

/** Acts on rules, each with an undo in its message. */
function useRuleActs(workspaceId: Id, rules: readonly Rule[]): RuleActs {
  const account = useAccount()
  return useMemo(() => {
    const { mutate } = account
    const done = (text: string, undo: () => void) => toast(text, { label: 'Undo', onSelect: undo })
    const after = ({ id }: Rule) => rules[rules.findIndex((rule) => rule.id === id) + 1]?.id ?? null
    const move = (rule: Rule, beforeRuleId: Id | null) =>
      void mutate({ name: 'moveRule', args: { workspaceId, ruleId: rule.id, beforeRuleId } })
    const remove = (ruleId: Id) => void mutate({ name: 'deleteRule', args: { workspaceId, ruleId } })
    const edit = (ruleId: Id, rule: RuleParts, seen: RuleParts) =>
      void mutate({ name: 'editRule', args: { workspaceId, ruleId, rule, seen } })
    const pause = (ruleId: Id, isPaused: boolean) =>
      void mutate({ name: 'pauseRule', args: { workspaceId, ruleId, isPaused } })
    return {
      create: (parts) => {
        const rule = { ...parts, id: newId() }
        void mutate({ name: 'createRule', args: { workspaceId, rule } })
        done('Rule made', () => remove(rule.id))
      },
      edit: (rule, parts) => {
        const seen = partsOfRule(rule)
        edit(rule.id, parts, seen)
        done('Rule changed', () => edit(rule.id, seen, parts))
      },
      pause: ({ id, isPaused }) => {
        pause(id, !isPaused)
        done(isPaused ? 'Rule resumed' : 'Rule paused', () => pause(id, isPaused))
      },
      moveUp: (rule) => {
        const before = rules[rules.findIndex(({ id }) => id === rule.id) - 1]
        if (before !== undefined) move(rule, before.id)
      },
      moveDown: (rule) => {
        const next = rules[rules.findIndex(({ id }) => id === rule.id) + 1]
        if (next !== undefined) move(rule, after(next))
      },
      remove: (rule) => {
        const beforeRuleId = after(rule)
        remove(rule.id)
        done('Rule deleted. What it did stays', () => {
          const given = { ...partsOfRule(rule), id: rule.id }
          const isPaused = rule.isPaused ? { isPaused: true as const } : {}
          void mutate({ name: 'createRule', args: { workspaceId, rule: given, ...isPaused } })
          if (beforeRuleId !== null) move(rule, beforeRuleId)
        })
      },
    }
  }, [account, workspaceId, rules])
}
