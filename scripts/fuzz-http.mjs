// npm run fuzz:http -- --requests 1000000 --seed 7: requests made from the OpenAPI document, against both databases.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/fuzz-http.mjs')
