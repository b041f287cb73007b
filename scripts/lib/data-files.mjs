/**
 * Runs an operator's command with one argument, a file; `--file` may be omitted.
 * @param {'backup' | 'restore'} command
 */
export async function runOnFile(command) {
  const [node = '', script = '', ...words] = process.argv
  const [file] = words
  const isBare = words.length === 1 && file !== undefined && !file.startsWith('-')
  process.argv = [node, script, command, ...(isBare ? ['--file', file] : words)]
  await import('./admin.mjs')
}
