import { readFileSync } from 'node:fs'
import { checkStories, STORIES_PER_SEED } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

/** Seeds of random stories on which the implementations once differed. They run first. */
const failedSeeds: unknown = JSON.parse(readFileSync(new URL('./failed-seeds.json', import.meta.url), 'utf8'))

describe('the index, the index built anew and the reference implementation answer alike', () => {
  it('[SB-1] [HM-5] [HM-8] [TG-5] [TG-6] [TG-8] the indexes and the reference implementation give the same answers in stories that failed before', () => {
    expect(Array.isArray(failedSeeds)).toBe(true)
    for (const seed of failedSeeds as number[]) checkStories({ seed, numRuns: STORIES_PER_SEED })
  }, 60_000)

  // A story has about 20 questions: some 16,000 in all.
  it('[SB-1] [HM-5] [HM-8] [TG-5] [TG-6] [TG-8] the indexes and the reference implementation give the same answers in random stories of changes and questions', () => {
    checkStories({ numRuns: Number(process.env.CARDINAL_STORIES ?? 800) })
  }, 300_000)
})
