import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Serves the harness: every path answers with its page. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '/tmp/harness-vite',
  plugins: [react()],
  appType: 'spa',
  server: {
    port: Number(process.env.HARNESS_PORT ?? 4700),
    strictPort: true,
    fs: { allow: ['../../../..'] },
  },
})
