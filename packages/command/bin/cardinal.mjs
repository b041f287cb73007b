#!/usr/bin/env node
import { run } from '../src/run.mjs'

// `| head` closes the pipe when it has enough.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(process.exitCode ?? 0)
  })

process.exitCode = await run(process.argv.slice(2))
