// npm start: installs and builds what is missing, then serves, in this very process.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/start.mjs')
