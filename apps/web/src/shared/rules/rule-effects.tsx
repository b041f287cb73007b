import type { Card, Color, Id } from '@cardinal/domain'
import { Undo2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useAnswer, useReplica } from '../../replica/index.ts'
import { CallFailed, type DataOf, session } from '../../session/index.ts'
import { query } from '../../session/query.ts'
import { Button, Skeleton, toast } from '../../ui/index.ts'
import styles from '../../ui/row-list.module.css'
import { UNDERSTOOD } from '../../ui/toaster.tsx'
import { presentMinute } from '../search/use-now.ts'
import type { NameOfTag } from '../tags/reason-text.ts'
import { useNamesById } from '../tags/tag-names.ts'
import { listed } from '../text/counted.ts'
import { fullDate, relativeDate } from '../text/dates.ts'
import { lineOf } from '../text/note-title.ts'

type ServerRule = DataOf<'POST /workspace/get-rules'>[number]
export type RuleEffect = ServerRule['effects'][number]

export interface ServerRules {
  /** The rules with their latest effects. Null: not loaded yet. */
  readonly rules: readonly ServerRule[] | null
  /** Why loading failed. Null: it didn't. */
  readonly failure: string | null
  load(): Promise<void>
}

/** Loads what the rules of the open workspace did, at first and when the network is back. */
export function useServerRules(): ServerRules {
  const { workspaceId } = useReplica()
  const [shown, setShown] = useState<{
    of: Id
    rules: readonly ServerRule[] | null
    failure: string | null
  }>()
  const load = useCallback(async () => {
    try {
      const body = { workspace_id: workspaceId }
      const rules = await query(session.account, 'POST /workspace/get-rules', { body })
      setShown({ of: workspaceId, rules, failure: null })
    } catch (reason) {
      if (!(reason instanceof CallFailed)) throw reason
      setShown((before) => ({
        of: workspaceId,
        rules: before?.of === workspaceId ? before.rules : null,
        failure: reason.message,
      }))
    }
  }, [workspaceId])
  useEffect(() => {
    void load()
    const again = () => void load()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [load])
  return shown?.of === workspaceId ? { ...shown, load } : { rules: null, failure: null, load }
}

interface EffectsProps {
  readonly label: string
  readonly effects: readonly { readonly ruleId: Id; readonly effect: RuleEffect; readonly by?: string }[]
  /** Whether each effect names its card. */
  readonly namesCards: boolean
  readonly onUndone: () => void
}

/** What rules did to cards, latest first, each with its undo. */
export function RuleEffects({ label, effects, namesCards, onUndone }: EffectsProps) {
  const { workspaceId } = useReplica()
  const tagIds = [...new Set(effects.flatMap(({ effect }) => [...effect.added_tags, ...effect.removed_tags]))]
  const cardIds = [...new Set(effects.map(({ effect }) => effect.entity_id))]
  const nameOf = useNamesById(tagIds)
  const { answer: cards } = useAnswer('cardsById', namesCards && cardIds.length > 0 ? { ids: cardIds } : null)
  const cardById = new Map((cards ?? []).flatMap((card) => (card ? [[card.id, card] as const] : [])))
  const undo = async (ruleId: Id, number: number) => {
    try {
      const body = { workspace_id: workspaceId, rule_id: ruleId, number }
      const hasChanged = await session.account.call('POST /workspace/undo-rule-effect', { body })
      toast(hasChanged ? 'Taken back' : 'There was nothing left to take back')
    } catch (reason) {
      if (!(reason instanceof CallFailed)) throw reason
      toast(reason.message, UNDERSTOOD)
    }
    onUndone()
  }
  if (namesCards && cardIds.length > 0 && cards === undefined) return <Skeleton lines={2} />
  const now = presentMinute()
  return (
    <ul className={styles.list} aria-label={label}>
      {effects.map(({ ruleId, effect, by }) => {
        const at = Date.parse(effect.at)
        const said = effectWords(effect, nameOf)
        const card = namesCards ? cardWords(cardById.get(effect.entity_id)) : ''
        return (
          <li key={`${ruleId} ${effect.number}`} className={styles.row}>
            <div className={styles.text}>
              {by !== undefined && <p className={styles.about}>{by}</p>}
              <p>{card === '' ? said : `${card}: ${said}`}</p>
              <p className={styles.about}>
                <time dateTime={effect.at} title={fullDate(at)}>
                  {relativeDate(at, now)}
                </time>
                {effect.undone && ' · Taken back'}
              </p>
            </div>
            {!effect.undone && (
              <Button
                size="sm"
                icon={Undo2}
                aria-label={`Undo: ${card === '' ? said : `${card}, ${said}`}`}
                onClick={() => void undo(ruleId, effect.number)}
              >
                Undo
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function cardWords(card: Card | undefined): string {
  return card === undefined ? 'A deleted card' : lineOf(card, 60)
}

/** Such as “got “video”, is red now”. */
function effectWords(effect: RuleEffect, nameOf: NameOfTag): string {
  const names = (ids: readonly Id[]) => listed(ids.map((id) => `“${nameOf(id) ?? 'a deleted tag'}”`))
  const said = [
    effect.added_tags.length > 0 && `got ${names(effect.added_tags)}`,
    effect.removed_tags.length > 0 && `lost ${names(effect.removed_tags)}`,
    effect.color && colorWords(effect.color[1]),
    effect.type && `became a ${effect.type[1] === 'hyperlink' ? 'link' : effect.type[1]}`,
    effect.keep_copy && 'has a copy kept',
  ]
  return said.filter((part) => typeof part === 'string').join(', ')
}

function colorWords(color: Color | null): string {
  return color === null ? 'lost its colour' : `became ${color}`
}
