// Written in plain old syntax: it has to run on a Node that is too old for everything else.

/** Ends the process with one sentence where Node is older than what the dependencies ask for. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNewEnough = major > 20 || (major === 20 && minor >= 19)
  if (isNewEnough) return
  console.error(
    'Cardinal needs Node 20.19 or newer, and this is Node ' +
      process.versions.node +
      ': install a newer Node, then start again.',
  )
  process.exit(1)
}
