import type { Card, Id, Rule } from '@cardinal/domain'
import { useAccount, useReplica } from '../../replica/index.ts'
import { RuleEffects, useServerRules } from '../../shared/rules/rule-effects.tsx'
import { ruleSentence } from '../../shared/rules/rule-words.ts'
import { useNamesById } from '../../shared/tags/tag-names.ts'
import { Button, Skeleton } from '../../ui/index.ts'
import styles from './master-editor.module.css'

/** What rules did to a card. Nothing is rendered in a workspace without rules. */
export default function RulesOfCard({ card }: { card: Card }) {
  const { workspaces } = useAccount()
  const { workspaceId } = useReplica()
  const rules = workspaces.find(({ id }) => id === workspaceId)?.rules ?? []
  return rules.length === 0 ? null : <Effects cardId={card.id} rules={rules} />
}

function Effects({ cardId, rules }: { cardId: Id; rules: readonly Rule[] }) {
  const server = useServerRules()
  const nameOf = useNamesById([
    ...new Set(rules.flatMap(({ addTagIds, removeTagIds }) => [...addTagIds, ...removeTagIds])),
  ])
  const effects = (server.rules ?? []).flatMap((each) => {
    const rule = rules.find(({ id }) => id === each._id)
    const by = rule && ruleSentence(rule, nameOf)
    return each.effects
      .filter((effect) => effect.entity_id === cardId)
      .map((effect) => ({ ruleId: each._id, effect, ...(by !== undefined && { by }) }))
  })
  if (server.failure !== null)
    return (
      <section className={styles.about} aria-label="Rules">
        <h3>Rules</h3>
        <p>{`What rules did is known by the server. ${server.failure}`}</p>
        <Button size="sm" onClick={() => void server.load()}>
          Ask again
        </Button>
      </section>
    )
  if (server.rules === null) return <Skeleton lines={1} />
  if (effects.length === 0) return null
  return (
    <section className={styles.about} aria-label="Rules">
      <h3>Rules</h3>
      <RuleEffects
        label="What rules did to this card"
        effects={effects.sort((a, b) => b.effect.at.localeCompare(a.effect.at))}
        namesCards={false}
        onUndone={() => void server.load()}
      />
    </section>
  )
}
