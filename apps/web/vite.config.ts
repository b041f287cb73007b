import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where the API runs while the page is served by Vite. */
const api = process.env.CARDINAL_API_URL ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [react()],
  worker: { format: 'es' },
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
    // Inlined assets would be data: addresses, which the content policy allows for pictures alone.
    assetsInlineLimit: 0,
    sourcemap: true,
  },
})
