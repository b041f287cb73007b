// node scripts/healthcheck.mjs: whether the server of this machine is alive, as an exit code.
const port = process.env.CARDINAL_PORT || '3000'
const isAlive = await fetch(`http://127.0.0.1:${port}/api/health`).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isAlive ? 0 : 1)
