import * as z from 'zod/mini'

export const tagDeskParams = z.object({})
