import { runAdmin } from './run.ts'

/** `npm run admin -- <command>`: results go to stdout, everything else to stderr. */
try {
  const answer = await runAdmin(process.argv.slice(2), process.env)
  if (answer.ok) for (const line of answer.value) process.stdout.write(`${line}\n`)
  else process.stderr.write(`${answer.error}\n`)
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
