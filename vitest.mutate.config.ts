import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What mutation testing runs: the tests that `mutation.ts` of a room gathers; Stryker names the room. */
export default defineConfig({
  resolve: {
    // Stryker works on a copy of the sources, in which node_modules links to the real packages: what is imported from there
    // is not mutated. Without these aliases @cardinal/testing would compare the reference implementation with an unmutated
    // engine, and every mutant would survive. The domain stays unmutated for the engine's tests: each room has to find its
    // own mistakes.
    alias: [
      { find: '@cardinal/testing', replacement: here('packages/testing/src/index.ts') },
      { find: '@cardinal/engine/reference', replacement: here('packages/engine/src/reference/index.ts') },
      { find: '@cardinal/engine', replacement: here('packages/engine/src/index.ts') },
    ],
  },
  test: { include: ['mutation.ts'], setupFiles: [here('vitest.setup.mjs')] },
})
