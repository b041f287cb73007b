import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Dates are written as in this language, whatever the machine's own is. Processes of tests read it as they start.
process.env.LC_ALL = 'en_GB.UTF-8'

const everywhere = {
  setupFiles: ['vitest.setup.mjs'],
}

export default defineConfig({
  test: {
    // By default Vitest leaves one processor idle, which is half of two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          ...everywhere,
          // Loading the modules anew for each file would take as long as half of the tests.
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/{src,test}/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
          testTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          ...everywhere,
          setupFiles: [...everywhere.setupFiles, 'apps/web/test/setup.ts'],
          include: ['apps/web/{src,test}/**/*.test.tsx'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'http',
          environment: 'node',
          ...everywhere,
          setupFiles: [...everywhere.setupFiles, 'scripts/lib/quick-scrypt.mjs'],
          include: ['apps/server/{src,test}/**/*.test.ts'],
          globalSetup: ['apps/server/test/support/postgres-server.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
