import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Change } from '@cardinal/domain'
import { WorkspaceIndex } from '@cardinal/engine'
import { describe, expect, it } from 'vitest'
import { readBookmarks } from './bookmarks.ts'
import { Random } from './random.ts'
import { mistypedWords, shareFound, shareInAnyOrder, shuffledWords } from './typist.ts'

const SAMPLE = new URL('../../../apps/server/test/samples/bookmarks.html', import.meta.url).pathname
/** Real bookmarks, kept outside of the project. */
const REAL = new URL('../../../../shared/data/', import.meta.url).pathname
const real = existsSync(REAL) ? readdirSync(REAL).filter((name) => name.endsWith('.html')) : []
const FILES = [SAMPLE, ...real.map((name) => REAL + name)].map((path) => [basename(path), path] as const)

function workspaceOf(path: string) {
  const { tags, cards } = readBookmarks(path)
  const workspace = new WorkspaceIndex()
  workspace.apply([
    ...tags.map((row): Change => ({ kind: 'tag', id: row.id, row })),
    ...cards.map((row): Change => ({ kind: 'card', id: row.id, row })),
  ])
  return { workspace, cards }
}

describe.each(FILES)('the links of %s', (_, path) => {
  const { workspace, cards } = workspaceOf(path)

  it('[SB-1] of a hundred searches with a misspelt word, 95 find the link among the first ten cards', () => {
    expect(shareFound(workspace, mistypedWords(cards, 100, new Random(1)))).toBeGreaterThanOrEqual(0.95)
  })

  it('[SB-1] the words of a link find it in any order', () => {
    expect(shareInAnyOrder(workspace, shuffledWords(cards, 100, new Random(2)))).toBe(1)
  })
})
