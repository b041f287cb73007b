import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds the test page like the app. Resolves with the folder of the build. */
export async function buildHarness(outDir: string): Promise<void> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome120',
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(import.meta.dirname, 'harness.html') },
    },
  })
}
