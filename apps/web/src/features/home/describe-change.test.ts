import { parseId } from '@cardinal/domain'
import { expect, it } from 'vitest'
import { describeChange } from './describe-change.ts'
