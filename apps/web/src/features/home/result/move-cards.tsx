import { grouped, type Id, LIMITS, type Workspace } from '@cardinal/domain'
import { FolderInput } from 'lucide-react'
import type { ComponentProps } from 'react'
import { confirm } from '../../../overlays/index.ts'
import {
  type MovePreview,
  MutationRefused,
  type Replica,
  useAccount,
  useReplica,
} from '../../../replica/index.ts'
import { usePlanRoom } from '../../../shared/account/plan-limit.tsx'
import styles from '../../../shared/changes/act-preview.module.css'
import { CardExamples, More } from '../../../shared/changes/act-preview.tsx'
import { newId } from '../../../shared/changes/new-id.ts'
import { refusalText } from '../../../shared/changes/refusal-text.ts'
import { notifyGone } from '../../../shared/changes/undo-stack.ts'
import { remember } from '../../../shared/changes/use-act.ts'
import { WIDE_FROM } from '../../../shared/changes/wide-act.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Chip, Menu } from '../../../ui/index.ts'
import { toast, UNDERSTOOD } from '../../../ui/toaster.tsx'

/** A menu of the other workspaces, to move cards to. Without another one it renders nothing. */
export function MoveMenu({
  trigger,
  onChoose,
}: Pick<ComponentProps<typeof Menu>, 'trigger'> & { onChoose: (workspace: Workspace) => void }) {
  const { workspaces } = useAccount()
  const { workspaceId } = useReplica()
  const others = workspaces.filter(({ id }) => id !== workspaceId)
  if (others.length === 0) return null
  return (
    <Menu
      label="Move to workspace"
      items={others.map((each) => ({ label: each.name, icon: FolderInput, onSelect: () => onChoose(each) }))}
      trigger={trigger}
    />
  )
}

/**
 * Moves cards to another workspace. Many cards are previewed first.
 *
 * @returns whether they were moved
 */
export async function moveCards(
  replica: Replica,
  cardIds: readonly Id[],
  to: Pick<Workspace, 'id' | 'name'>,
): Promise<boolean> {
  const what = counted(cardIds.length, 'card')
  if (cardIds.length > LIMITS.movedCards) {
    toast(`At most ${counted(LIMITS.movedCards, 'card')} are moved at once.`, UNDERSTOOD)
    return false
  }
  if (cardIds.length >= WIDE_FROM) {
    const isWanted = await confirm({
      title: `Move ${what} to “${to.name}”?`,
      body: <Preview preview={await replica.previewMove(cardIds, to.id)} name={to.name} />,
      confirmLabel: `Move ${what}`,
    })
    if (!isWanted) return false
  }
  try {
    const undoing = await replica.moveCards(cardIds, to.id)
    notifyGone('cards', cardIds)
    const label = `Moved ${what} to “${to.name}”`
    remember(replica, { id: newId(), label, workspaceId: replica.workspaceId, ...undoing }, label)
    return true
  } catch (reason) {
    if (!(reason instanceof MutationRefused)) throw reason
    toast(refusalText(reason.refusal), UNDERSTOOD)
    return false
  }
}

function Preview({ preview, name }: { preview: MovePreview; name: string }) {
  const { cards, tags, tagExamples, cardExamples, isKnown, unlinkedCards } = preview
  return (
    <div className={styles.preview}>
      <p>
        Their tags go with them by name. Groups, parents of tags and earlier versions of texts stay here.
        Pages of links are fetched again.
      </p>
      <MoveRoom cards={cards} />
      {unlinkedCards > 0 && (
        <p>
          {`${counted(unlinkedCards, 'card is', 'cards are')} linked with cards that stay: these links end.`}
        </p>
      )}
      {tagExamples.length > 0 && (
        <section aria-label="Tags">
          <h4>{isKnown ? `New tags in “${name}”` : 'Tags'}</h4>
          {!isKnown && (
            <p className={styles.about}>
              {`This device has no copy of “${name}”. Tags that are missing there will be created.`}
            </p>
          )}
          <div className={styles.look}>
            {tagExamples.map(({ after }) => (
              <Chip key={after} label={after ?? ''} size="sm" />
            ))}
          </div>
          <More count={tags - tagExamples.length} one="tag" />
        </section>
      )}
      {tagExamples.length === 0 && (
        <p className={styles.about}>{`All their tags are in “${name}” already.`}</p>
      )}
      <CardExamples examples={cardExamples} count={cards} />
    </div>
  )
}

/**
 * Warns if the plan has no room for the move: a card is added there before it is deleted here, so it counts twice
 * meanwhile. Nothing while the limit or the count is unknown.
 */
function MoveRoom({ cards }: { cards: number }) {
  const plan = usePlanRoom()
  if (plan === null || cards <= plan.room) return null
  const { total, limit, room } = plan
  return (
    <p role="alert">
      {`Your plan has room for ${counted(room, 'more card', 'more cards')}: ${grouped(total)} of ${grouped(limit)} are used. `}
      A card is made there before it is deleted here. {room === 0 ? 'All of these' : 'The others'} stay here.
    </p>
  )
}
