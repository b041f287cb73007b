import { Stryker } from '@stryker-mutator/core'

/** Folders whose sources are mutated. Each folder's `mutation.ts` imports the tests to run. */
const ROOMS = [
  { name: 'domain', path: 'packages/domain', sources: ['packages/domain/src/**/*.ts'] },
  { name: 'engine', path: 'packages/engine', sources: ['packages/engine/src/queries/**/*.ts'] },
]

/**
 * Mutates one folder after the other; writes the result of each mutant to reports/mutation. Sets the exit code when a score
 * is too low.
 *
 * @param {readonly string[]} files the sources to mutate; none: all of both rooms
 */
export async function mutate(files) {
  for (const { name, path, sources } of ROOMS) {
    const wanted = files.length === 0 ? sources : files.filter((file) => file.startsWith(path))
    if (wanted.length === 0) continue
    await new Stryker({
      mutate: [...wanted, '!**/*.test.ts', '!**/index.ts'],
      testRunner: 'vitest',
      // Off: the first run shows which tests cover a mutant more exactly than imports do.
      vitest: { configFile: 'vitest.mutate.config.ts', dir: path, related: false },
      plugins: ['@stryker-mutator/vitest-runner'],
      // The docs are copied: their examples are tests, too.
      ignorePatterns: ['apps', 'bench', 'e2e', 'coverage', 'reports', 'data'],
      coverageAnalysis: 'perTest',
      concurrency: 1,
      // Endless loops are found by a hit limit; this limit is only for a busy machine.
      timeoutMS: 60_000,
      thresholds: { high: 95, low: 90, break: 85 },
      reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
      htmlReporter: { fileName: `reports/mutation/${name}.html` },
      jsonReporter: { fileName: `reports/mutation/${name}.json` },
    }).runMutationTest()
  }
}
