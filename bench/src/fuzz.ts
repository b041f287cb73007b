import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkStories, STORIES_PER_SEED } from '@cardinal/testing'

/**
 * Runs random stories for as long as asked: `npm run fuzz -- --minutes 10`. A seed for which the index and the reference
 * implementation differ is written to this file; the unit tests run its seeds first.
 */
const FAILED_SEEDS = new URL('../../packages/engine/src/failed-seeds.json', import.meta.url)

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new RangeError('--minutes takes a number above 0')

const end = Date.now() + minutes * 60_000
let batches = 0
for (let seed = Date.now() % 2 ** 31; Date.now() < end; seed++) {
  try {
    checkStories({ seed, numRuns: STORIES_PER_SEED })
  } catch (error) {
    keepSeed(seed)
    console.error(`Seed ${seed} tells them apart.`, error)
    process.exit(1)
  }
  batches++
}
process.stdout.write(`${batches * STORIES_PER_SEED} stories, no difference.\n`)

function keepSeed(seed: number): void {
  const seeds = JSON.parse(readFileSync(FAILED_SEEDS, 'utf8')) as number[]
  if (!seeds.includes(seed)) writeFileSync(FAILED_SEEDS, `${JSON.stringify([...seeds, seed])}\n`)
}
