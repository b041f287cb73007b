import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What mutation testing runs: the tests that `mutation.ts` of a room gathers; Stryker names the room. */
export default defineConfig({
  resolve: {
    // Stryker works on a copy of the sources beside which node_modules is a link to the real one: whatever
    // is imported from there is not mutated. So the engine that @cardinal/testing puts beside its reference would
    // be the healthy one, and its mutants would all live. The domain stays healthy for the engine's tests:
    // each room has to find its own mistakes.
    alias: [
      { find: '@cardinal/testing', replacement: here('packages/testing/src/index.ts') },
      { find: '@cardinal/engine/reference', replacement: here('packages/engine/src/reference/index.ts') },
      { find: '@cardinal/engine', replacement: here('packages/engine/src/index.ts') },
    ],
  },
  test: { include: ['mutation.ts'], setupFiles: [here('vitest.setup.mjs')] },
})
