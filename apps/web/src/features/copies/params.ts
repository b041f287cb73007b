import { isId } from '@cardinal/domain'
import * as z from 'zod/mini'

export const copyParams = z.object({ entityId: z.optional(z.string().check(z.refine(isId))) })
export type CopyParams = z.infer<typeof copyParams>
