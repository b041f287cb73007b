import type { Workspace } from '@cardinal/domain'
import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { fromInstant, id, instant, text, toInstant } from './scalars.ts'

export const workspace = z.object({
  _id: id,
  workspace_name: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
export type WireWorkspace = z.output<typeof workspace>

export const workspaceName = text(LIMITS.nameLength, 'A name')

export function workspaceToWire(row: Workspace): WireWorkspace {
  return {
    _id: row.id,
    workspace_name: row.name,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  }
}

export function workspaceFromWire(wire: WireWorkspace): Workspace {
  return {
    id: wire._id,
    name: wire.workspace_name,
    createdAt: fromInstant(wire.createdAt),
    updatedAt: fromInstant(wire.updatedAt),
  }
}
