import type { Card, Change, Id, Tag } from '@cardinal/domain'
import { type AskableWorkspace, type CardMatches, type CardQuery, WorkspaceIndex } from '@cardinal/engine'
import { NaiveWorkspace } from '@cardinal/engine/reference'
import { type Sample, sample } from './notation.ts'
import { queryFor } from './queries.ts'

/** Both implementations, for `describe.each`: a worked example of the search rules holds for either. */
export const IMPLEMENTATIONS: readonly (readonly [string, () => AskableWorkspace])[] = [
  ['the reference implementation', () => new NaiveWorkspace()],
  ['the index', () => new WorkspaceIndex()],
]

/** A workspace written in lines that can be asked, with answers in the words of the lines. */
export interface WorkedExample extends Sample {
  readonly workspace: AskableWorkspace
  /** Brings a card, or a tag, into another state than its line says. */
  changeCard(n: number, changed: Partial<Card>): void
  changeTag(name: string, changed: Partial<Tag>): void
  /** Returns what a search text matches, oldest first unless `changed` says otherwise. */
  match(text: string, changed?: Partial<CardQuery>): CardMatches
  /** Returns the numbers of the cards that it matches. */
  found(text: string, changed?: Partial<CardQuery>): number[]
  /** Returns `name count` for each. */
  counted(counts: readonly { readonly tagId: Id; readonly count: number }[]): string[]
}

/** Returns the workspace of the worked examples. The notation is that of `sample`. */
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

/** Returns the names, or titles, of rows: what a test can read. */
export function namesOf(
  rows: readonly (({ readonly name: string } | { readonly title: string }) | undefined)[],
) {
  return rows.map((row) => (row === undefined ? undefined : 'name' in row ? row.name : row.title))
}
