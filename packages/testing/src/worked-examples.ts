import type { Card, Change, Id, Tag } from '@cardinal/domain'
import { type AskableWorkspace, type CardMatches, type CardQuery, WorkspaceIndex } from '@cardinal/engine'
import { NaiveWorkspace } from '@cardinal/engine/reference'
import { type Sample, sample } from './notation.ts'
import { queryFor } from './queries.ts'

/** For `describe.each`: each worked example must hold for both implementations. */
export const IMPLEMENTATIONS: readonly (readonly [string, () => AskableWorkspace])[] = [
  ['the reference implementation', () => new NaiveWorkspace()],
  ['the index', () => new WorkspaceIndex()],
]

/** A workspace in the notation of `sample`, with questions and readable answers. */
export interface WorkedExample extends Sample {
  readonly workspace: AskableWorkspace
  /** Overwrites fields of a card or tag. */
  changeCard(n: number, changed: Partial<Card>): void
  changeTag(name: string, changed: Partial<Tag>): void
  /** The matches of a search text, oldest first unless `changed` says otherwise. */
  match(text: string, changed?: Partial<CardQuery>): CardMatches
  /** The numbers of the matching cards. */
  found(text: string, changed?: Partial<CardQuery>): number[]
  /** `name count` for each. */
  counted(counts: readonly { readonly tagId: Id; readonly count: number }[]): string[]
}

/** Fills the workspace from lines in the notation of `sample`. */
export function workedExample(workspace: AskableWorkspace, lines: string): WorkedExample {
  const given = sample(lines)
  workspace.apply(given.changes)
  const rowOf = (id: Id) => given.changes.find((change) => change.id === id)?.row
  const change = (kind: 'card' | 'tag', id: Id, changed: object) =>
    workspace.apply([{ kind, id, row: { ...rowOf(id), ...changed } } as Change])
  const match = (text: string, changed: Partial<CardQuery> = {}) =>
    workspace.ask('matchCards', queryFor(text, { order: { by: 'oldest', of: 'added' }, ...changed }))
  return {
    ...given,
    workspace,
    changeCard: (n, changed) => change('card', given.card(n), changed),
    changeTag: (name, changed) => change('tag', given.tag(name), changed),
    match,
    found: (text, changed) => match(text, changed).cards.map((card) => given.numberOf(card.id)),
    counted: (counts) => counts.map(({ tagId, count }) => `${given.nameOf(tagId)} ${count}`),
  }
}

/** Names or titles of rows. */
export function namesOf(
  rows: readonly (({ readonly name: string } | { readonly title: string }) | undefined)[],
) {
  return rows.map((row) => (row === undefined ? undefined : 'name' in row ? row.name : row.title))
}
