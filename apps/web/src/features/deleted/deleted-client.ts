import type { CardType, Id } from '@cardinal/domain'
import { session } from '../../session/index.ts'

/** A deleted card, as far as it is shown. */
export interface DeletedCard {
  readonly id: Id
  readonly type: CardType
  readonly content: string
  readonly tagIds: readonly Id[]
}

/** The call behind the list. Rejects with `CallFailed`. Only the server has all deleted cards. */
export interface DeletedClient {
  /** Lists deleted cards, latest first, in pages of `PAGE` cards from 0. */
  list(workspaceId: Id, page: number): Promise<readonly DeletedCard[]>
}

export const PAGE = 50

interface Entity {
  readonly _id: Id
  readonly type: 'todo' | 'note' | 'hyperlink'
  readonly content: string
  readonly tags_assigned: readonly Id[]
}

export const deletedClient: DeletedClient = {
  async list(workspaceId, page) {
    const entities = await session.account.call<readonly Entity[]>('POST', '/entity/get-deleted', {
      params: { page, limit: PAGE },
      workspace_id: workspaceId,
    })
    return entities.map(({ _id, type, content, tags_assigned }) => ({
      id: _id,
      type: type === 'hyperlink' ? 'link' : type,
      content,
      tagIds: tags_assigned,
    }))
  },
}
