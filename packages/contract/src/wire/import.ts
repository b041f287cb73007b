import * as z from 'zod/mini'
import { count, due, id, instant, wireType } from './scalars.ts'

/** At most 50 of something, and how many there are. */
const some = <T extends z.core.$ZodType>(item: T) => z.object({ count, first: z.array(item) })

/** What a file would become, by examples. Texts are cut. */
export const importPreview = z.object({
  /** The first ten cards that would be made. */
  cards: z.array(
    z.object({
      row: count,
      type: wireType,
      title: z.string(),
      address: z.optional(z.string()),
      /** What stands below the title and the address. */
      note: z.optional(z.string()),
      due: z.optional(due),
      done: z.boolean(),
      subtasks: count,
      /** At most 20; `shown`: how the file spells it. */
      tags: z.array(z.object({ name: z.string(), shown: z.optional(z.string()) })),
    }),
  ),
  /** Names of the file that become one tag. */
  joined_tags: some(z.object({ names: z.array(z.string()), to: z.string() })),
  /** Folders, lists and notebooks that become tags. */
  folders: some(z.string()),
  /** Tags that will be found by another. */
  parents: some(z.object({ tag: z.string(), parent: z.string() })),
  /** Cards that will be linked below another card. */
  children: count,
})
export type ImportPreview = z.output<typeof importPreview>

/** What an import did. `row` counts from 1. */
export const receipt = z.object({
  import_id: id,
  rows: count,
  created: count,
  duplicates: count,
  /** Cards that were there and got something of a duplicate: tags, a date, a description. */
  updated: z.optional(count),
  /** Cards that came back as deleted ones. They are no rows. */
  deleted: z.optional(count),
  /** Copies of pages that came back, and those for which there is no card or no room. Left out: the file has none. */
  copies: z.optional(z.object({ kept: count, left_out: count })),
  failed: z.array(z.object({ row: count, reason: z.string() })),
  /** Tags that were new. */
  tags: count,
  /**
   * Fields of the file that are on no card, with how many rows have them, and one value. `not_understood`: cards have such
   * a field, and this value could not be read. A field may be in the list twice: once for each.
   */
  lost: z.optional(
    z.array(
      z.object({
        field: z.string(),
        count,
        example: z.optional(z.string()),
        not_understood: z.optional(z.boolean()),
        /** What it names are files: at most a hundred of them, each by its name. */
        names: z.optional(z.array(z.string())),
      }),
    ),
  ),
  /** What the file does not tell itself, and was taken for. Left out: nothing of it depends on that. */
  assumed: z.optional(
    z.object({
      encoding: z.optional(z.string()),
      time_zone: z.optional(z.string()),
      /** How dates were read that could be meant both ways. */
      date_order: z.optional(z.enum(['day-first', 'month-first'])),
    }),
  ),
  /** Names of tags that had to change to be allowed here; null: nothing was left of one. */
  renamed_tags: z.array(z.object({ from: z.string(), to: z.nullable(z.string()) })),
  /** Only where nothing was written. */
  preview: z.optional(importPreview),
})
export type Receipt = z.output<typeof receipt>

/** `stopped`: it was cancelled, or the server went away in the middle. What was made by then can be undone. */
const importState = z.enum(['running', 'done', 'failed', 'stopped', 'undone'])

/** A receipt in the making. */
export const progress = z.extend(receipt, {
  state: importState,
  processed: count,
})

/** An import in a list: without its failed rows, which may be many. */
export const importSummary = z.object({
  import_id: id,
  workspace_id: id,
  state: importState,
  rows: count,
  processed: count,
  created: count,
  duplicates: count,
  tags: count,
  createdAt: instant,
  updatedAt: instant,
})
export type ImportSummary = z.output<typeof importSummary>

/** `true` or `false` in a query string. */
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)

/** Fields that a column of a table can be; `-`: it is left out. */
export const COLUMN_FIELDS = [
  ...(['title', 'url', 'content', 'description', 'tags', 'folder', 'created'] as const),
  ...(['type', 'dueAt', 'doneAt', '-'] as const),
] as const
