import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { APP_SCREENS, ENTRIES, filesOf, homeParts, THREAD } from './build/chunks.ts'
import { byContent, nameByContent } from './build/content-names.mjs'
import { compileHints, firstScreen } from './build/first-screen.ts'
import { prerender } from './build/prerender.ts'

/** The API's address while Vite serves the page. */
const api = process.env.CARDINAL_API_URL ?? 'http://localhost:3000'

const DIST = join(import.meta.dirname, 'dist')

/** Changes files last, before the precache list is made. */
const namesByContent: Plugin = {
  name: 'cardinal:names-by-content',
  apply: 'build',
  closeBundle: {
    sequential: true,
    order: 'post',
    handler(error) {
      if (!error) nameByContent(DIST)
    },
  },
}

/** Precaches the app with all chunks. Public pages are part of the app, so their HTML is left out. */
const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/service-worker',
  filename: 'sw.ts',
  injectRegister: false,
  manifest: false,
  integration: { closeBundleOrder: 'post' },
  injectManifest: {
    globPatterns: [
      'index.html',
      'boot.js',
      'start-watch.js',
      'favicon.svg',
      'icons/*.png',
      'assets/**/*.{js,css,woff2,png,webp,svg}',
    ],
    maximumFileSizeToCacheInBytes: 3_000_000,
    manifestTransforms: [(entries) => ({ manifest: byContent(entries, DIST), warnings: [] })],
  },
})

export default defineConfig({
  plugins: [react(), compileHints, firstScreen(), prerender(), namesByContent, serviceWorker],
  worker: {
    format: 'es',
    // Removes comments for bundlers, such as `@__PURE__`, which Vite otherwise leaves in a worker's files.
    rolldownOptions: {
      output: {
        comments: { annotation: false, jsdoc: false },
        codeSplitting: { groups: filesOf(THREAD, []) },
      },
    },
  },
  server: {
    port: Number(process.env.CARDINAL_WEB_PORT ?? 5173),
    proxy: {
      '/api': { target: api },
      '/oidc': { target: api },
    },
  },
  build: {
    target: ['chrome120', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    // Inlined assets become data: addresses, which the content policy allows only for pictures.
    assetsInlineLimit: 0,
    sourcemap: true,
    // Entries: the app, its first script, and the sign-in page's script.
    rolldownOptions: {
      input: ['index.html', 'src/early.ts', 'src/passkey-page.ts'],
      output: { codeSplitting: { groups: [...filesOf(APP_SCREENS, ENTRIES), homeParts()] } },
    },
  },
})
