import type { Id } from '@cardinal/domain'
import {
  type Account,
  type Replica,
  type UnsentChange,
  useAccount,
  useConnection,
  useReplica,
} from '../../replica/index.ts'
import { saveFile } from '../text/copy-text.ts'
import { dateAndTime } from '../text/dates.ts'
import { describeChange } from './describe-change.ts'

/** Saves a text file with all pending and rejected changes. */
export function useUnsentFile(): () => Promise<void> {
  const connection = useConnection()
  const account = useAccount()
  const replica = useReplica()
  return async () => {
    const changes = await connection.unsaved()
    const now = Date.now()
    const text = unsentText(changes, await namesFor(changes, account, replica), now)
    const day = new Date(now).toISOString().slice(0, 10)
    saveFile(`cardinal-not-sent-${day}.txt`, new Blob([text], { type: 'text/plain;charset=utf-8' }))
  }
}

/** Names for a file of changes. */
interface Names {
  readonly workspace: ReadonlyMap<Id, string>
  readonly tag: ReadonlyMap<Id, string>
}

/**
 * A text file with every text that the server doesn't have, for people to read and copy.
 *
 * @param now ms since 1970
 */
function unsentText(changes: readonly UnsentChange[], names: Names, now: number): string {
  const parts = changes.map((change) => paragraph(change, names))
  return [`Changes that are not on the server, ${dateAndTime(now)}`, ...parts].join('\n\n')
}

/** Names of workspaces and tags in the changes, as far as this device knows them. */
async function namesFor(
  changes: readonly UnsentChange[],
  account: Account,
  replica: Replica,
): Promise<Names> {
  const tag = new Map<Id, string>()
  const ids = [...new Set(changes.flatMap(tagIdsOf))]
  const rows = ids.length === 0 ? [] : await replica.ask('tagsById', { ids })
  for (const row of rows) if (row !== undefined) tag.set(row.id, row.name)
  for (const { mutation } of changes)
    if (mutation.name === 'createTags') for (const { id, name } of mutation.args.tags) tag.set(id, name)
  return { workspace: new Map(account.workspaces.map(({ id, name }) => [id, name])), tag }
}

function paragraph(change: UnsentChange, names: Names): string {
  const { what, words } = describeChange(change.mutation)
  const workspace = change.workspaceId === null ? undefined : names.workspace.get(change.workspaceId)
  const tags = tagIdsOf(change).flatMap((id) => names.tag.get(id) ?? [])
  return [
    `${what}, ${dateAndTime(change.at)}${workspace === undefined ? '' : `, in ${workspace}`}`,
    ...(change.reason === null ? [] : [`Rejected: ${change.reason}`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}`]),
    ...(words === null ? [] : [words]),
  ].join('\n')
}

function tagIdsOf({ mutation }: UnsentChange): readonly Id[] {
  switch (mutation.name) {
    case 'createCard':
    case 'replaceCard':
      return mutation.args.card.tagIds ?? []
    case 'attachTags':
    case 'detachTags':
    case 'setCardTags':
      return mutation.args.tagIds
    default:
      return []
  }
}
