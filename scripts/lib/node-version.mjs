// Written in plain old syntax: it has to run on a Node that is too old for everything else.

/** Ends the process with one sentence where Node is older than what the dependencies ask for. */
export function requireNode() {
  const parts = process.versions.node.split('.').map(Number)
  const isNewEnough = parts[0] > 20 || (parts[0] === 20 && parts[1] >= 19)
  if (isNewEnough) return
  console.error(
    'Cardinal needs Node 20.19 or newer, and this is Node ' +
      process.versions.node +
      ': install a newer Node, then start again.',
  )
  process.exit(1)
}
