#!/usr/bin/env node
import { run } from '../src/run.mjs'

// `cardinal … | head` closes the pipe early, which is no error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(process.exitCode ?? 0)
  })

process.exitCode = await run(process.argv.slice(2))
