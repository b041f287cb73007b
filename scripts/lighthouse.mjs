// npm run lighthouse [-- names]: Lighthouse over the built server; public pages, and home with somebody signed in.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/lighthouse.mjs')
