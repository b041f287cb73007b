import { parseArgs } from 'node:util'
import { runWorkloads } from './harness.ts'
import { projectFile } from './paths.ts'
import { capture } from './workloads/capture.ts'
import { engine } from './workloads/engine.ts'
import { extension } from './workloads/extension.ts'
import { files } from './workloads/files.ts'
import { imports } from './workloads/imports.ts'
import { load, nodes } from './workloads/load.ts'
import { phone } from './workloads/phone.ts'
import { pictures } from './workloads/pictures.ts'
import { previews } from './workloads/previews.ts'
import { queued } from './workloads/queued.ts'
import { release } from './workloads/release.ts'
import { rivals } from './workloads/rivals.ts'
import { rules } from './workloads/rules.ts'
import { server } from './workloads/server.ts'
import { streams } from './workloads/streams.ts'
import { suggestions } from './workloads/suggestions.ts'
import { trees } from './workloads/trees.ts'
import { web } from './workloads/web.ts'

/**
 * `npm run bench -- [names of workloads] [--large]`. Workloads of single answers come first; load by many people, which
 * takes most of the time, comes last.
 */
const WORKLOADS = [
  engine,
  trees,
  previews,
  rules,
  rivals,
  suggestions,
  capture,
  server,
  extension,
  web,
  pictures,
  phone,
  release,
  imports,
  files,
  queued,
  streams,
  load,
  nodes,
]

const { values, positionals } = parseArgs({
  options: { large: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
})
const names = WORKLOADS.map(({ name }) => name).join(', ')
const unknown = positionals.filter((name) => !WORKLOADS.some((workload) => workload.name === name))
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`No workload ${unknown.join(', ')}.`)
  console.log(`npm run bench -- [workloads] [--large]\nWorkloads: ${names}. Without names, all run.`)
  process.exitCode = unknown.length > 0 ? 1 : 0
} else {
  const wanted = WORKLOADS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  await runWorkloads(wanted, { isLarge: values.large ?? false }, projectFile('bench/results.json'))
}
