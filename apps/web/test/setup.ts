import { configure } from '@testing-library/react'

/** ms, for slow machines; a passing assertion does not wait. */
configure({ asyncUtilTimeout: 15_000 })

/** Loads what a replica in memory otherwise loads at its first mutation, so that a press in a test takes effect at once. */
await Promise.all([
  import('../src/replica/worker/shown-workspace.ts'),
  import('../src/replica/account-overlay.ts'),
  import('../src/replica/preview-act.ts'),
])
