import { configure } from '@testing-library/react'

/** A slow machine needs more than the usual second; a right answer is never waited for longer than it takes. */
configure({ asyncUtilTimeout: 15_000 })

/** Loads ahead what a replica in memory loads with its first mutation, so that a test's press is done when it returns. */
await Promise.all([import('../src/replica/memory-mutations.ts'), import('../src/replica/account-overlay.ts')])
