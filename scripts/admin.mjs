// npm run admin -- <command>: the operator's commands. Progress goes to stderr, answers to stdout.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/admin.mjs')
