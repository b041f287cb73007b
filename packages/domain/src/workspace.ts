import type { Id } from './id.ts'

export interface Workspace {
  readonly id: Id
  readonly name: string
  readonly createdAt: number
  readonly updatedAt: number
}
