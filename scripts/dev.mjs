// npm run dev: the server, started anew at every change, and Vite in front of it.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/dev.mjs')
