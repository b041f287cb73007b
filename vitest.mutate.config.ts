import { defineConfig } from 'vitest/config'

/** What mutation testing runs: the tests of the pure rooms whose sources are mutated. */
export default defineConfig({
  test: {
    include: ['packages/domain/src/**/*.test.ts', 'packages/engine/src/**/*.test.ts'],
    // Times are measured on code that is full of switches then: they would say nothing.
    exclude: ['packages/engine/src/bad-input.test.ts'],
    env: { CARDINAL_STORIES: '60' },
  },
})
