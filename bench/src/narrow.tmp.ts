import { narrowSteps } from './workloads/suggestions.ts'
import { readBookmarks } from './corpus/bookmarks.ts'
import { makeCorpus } from './corpus/corpus.ts'
const a = readBookmarks(process.env.CARDINAL_BENCH_BOOKMARKS!)
const c = makeCorpus(10_000, 20240110)
const b = { tags: c.tags, cards: [...c.cards()].slice(0, 3000) }
const g = globalThis as unknown as { E: number }
for (const E of [0, 0.1, 0.3, 0.6, 1]) { g.E = E; console.log(E, JSON.stringify(narrowSteps(a)), JSON.stringify(narrowSteps(b))) }
