import { configure } from '@testing-library/react'

/** A slow machine needs more than the usual second; a right answer is never waited for longer than it takes. */
configure({ asyncUtilTimeout: 15_000 })
