// Old syntax only: this must run on any old Node.

/** Exits with one sentence where Node is older than the dependencies require. */
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
