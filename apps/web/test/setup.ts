import { configure } from '@testing-library/react'

/** ms, for slow machines. An assertion that passes does not wait for it. */
configure({ asyncUtilTimeout: 15_000 })

/**
 * Imports what a replica in memory would import at its first mutation, so that a press in a test takes effect at
 * once.
 */
await Promise.all([
  import('../src/replica/worker/shown-workspace.ts'),
  import('../src/replica/account-overlay.ts'),
  import('../src/replica/preview-act.ts'),
])
