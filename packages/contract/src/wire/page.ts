import { PAGE_LIMITS, type Page } from '@cardinal/domain'
import * as z from 'zod/mini'
import { atMost, fromInstant, instant, toInstant } from './scalars.ts'

const shape = {
  /** The address that was fetched. */
  address: atMost(PAGE_LIMITS.address),
  title: z.optional(atMost(PAGE_LIMITS.title)),
  description: z.optional(atMost(PAGE_LIMITS.description)),
  site_name: z.optional(atMost(PAGE_LIMITS.siteName)),
  language: z.optional(atMost(PAGE_LIMITS.language)),
  /** Names of pictures, served at `/pictures/<name>.webp`. */
  icon: z.optional(atMost(PAGE_LIMITS.picture)),
  cover: z.optional(atMost(PAGE_LIMITS.picture)),
  fetchedAt: instant,
  /** When the page was found to be gone for good. */
  deadAt: z.optional(instant),
  /** When the stored copy was fetched. Absent: no copy. */
  copiedAt: z.optional(instant),
}

/** What the server fetched from a link's page. Absent: the page has none. */
export const pageFacts = z.object(shape)
/** Accepted, because clients send whole cards back; ignored. */
export const sentPage = z.optional(z.strictObject(shape))
type WirePage = z.output<typeof pageFacts>

export function pageToWire({ address, siteName, fetchedAt, deadAt, copiedAt, ...texts }: Page): WirePage {
  const fields = { ...texts, site_name: siteName }
  return {
    address,
    ...Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')),
    fetchedAt: toInstant(fetchedAt),
    ...(deadAt !== null && { deadAt: toInstant(deadAt) }),
    ...(copiedAt !== undefined && { copiedAt: toInstant(copiedAt) }),
  }
}

export function pageFromWire(wire: WirePage): Page {
  return {
    address: wire.address,
    title: wire.title ?? '',
    description: wire.description ?? '',
    siteName: wire.site_name ?? '',
    language: wire.language ?? '',
    icon: wire.icon ?? '',
    cover: wire.cover ?? '',
    fetchedAt: fromInstant(wire.fetchedAt),
    deadAt: wire.deadAt === undefined ? null : fromInstant(wire.deadAt),
    ...(wire.copiedAt !== undefined && { copiedAt: fromInstant(wire.copiedAt) }),
  }
}
