import * as z from 'zod/mini'
import { count, day, due, id, instant, recurrence, wireType } from './scalars.ts'

/** `count`: how many items there are. `first`: at most 50 of them. */
const some = <T extends z.core.$ZodType>(item: T) => z.object({ count, first: z.array(item) })

/** Examples of the cards and tags that a file would become. Texts are cut. */
export const importPreview = z.object({
  /** The first ten new cards. */
  cards: z.array(
    z.object({
      row: count,
      type: wireType,
      title: z.string(),
      address: z.optional(z.string()),
      /** The text below title and address. */
      note: z.optional(z.string()),
      due: z.optional(due),
      /** The first day on which Todo lists it among the current todos. */
      start: z.optional(day),
      recurrence: z.optional(recurrence),
      done: z.boolean(),
      subtasks: count,
      /** At most 20. `shown`: the file's spelling. */
      tags: z.array(z.object({ name: z.string(), shown: z.optional(z.string()) })),
    }),
  ),
  /** Names in the file that become one tag. */
  joined_tags: some(z.object({ names: z.array(z.string()), to: z.string() })),
  /** Folders, lists and notebooks that become tags. */
  folders: some(z.string()),
  /** Tags that imply a parent. */
  parents: some(z.object({ tag: z.string(), parent: z.string() })),
  /** Cards that will be linked to a parent card. */
  children: count,
})
export type ImportPreview = z.output<typeof importPreview>

/** Result of an import. `row` counts from 1. */
export const receipt = z.object({
  import_id: id,
  rows: count,
  created: count,
  duplicates: count,
  /** Existing cards that got a tag, a date or a description from a duplicate in the file. */
  updated: z.optional(count),
  /** Cards restored as deleted ones. Not counted as rows. */
  deleted: z.optional(count),
  /**
   * Copies of pages: how many were restored, and how many lacked a card or space. Absent: the file has none.
   */
  copies: z.optional(z.object({ kept: count, left_out: count })),
  /**
   * Files whose bytes the file brought along: how many were stored, and how many were not, because they are damaged,
   * too large or beyond the account's quota. `names`: the first hundred that were not stored. Absent: there were none.
   */
  files: z.optional(z.object({ kept: count, left_out: count, names: z.optional(z.array(z.string())) })),
  failed: z.array(z.object({ row: count, reason: z.string() })),
  /** New tags. */
  tags: count,
  /**
   * Fields of the file that are on no card: the number of rows with the field, and one value. `not_understood`: cards have
   * such a field, but this value could not be parsed. A field can be listed twice, once for each reason.
   */
  lost: z.optional(
    z.array(
      z.object({
        field: z.string(),
        count,
        example: z.optional(z.string()),
        not_understood: z.optional(z.boolean()),
        /** At most 100 file names, where the field refers to files. */
        names: z.optional(z.array(z.string())),
      }),
    ),
  ),
  /** Assumptions about what the file leaves open. Absent: none was needed. */
  assumed: z.optional(
    z.object({
      encoding: z.optional(z.string()),
      time_zone: z.optional(z.string()),
      /** How ambiguous dates were read. */
      date_order: z.optional(z.enum(['day-first', 'month-first'])),
    }),
  ),
  /** Names of tags that were changed to be allowed; `to` null: nothing allowed was left. */
  renamed_tags: z.array(z.object({ from: z.string(), to: z.nullable(z.string()) })),
  /** Only if nothing was written. */
  preview: z.optional(importPreview),
})
export type Receipt = z.output<typeof receipt>

/** `stopped`: cancelled, or the server stopped before the end. What was imported can be undone. */
const importState = z.enum(['running', 'done', 'failed', 'stopped', 'undone'])

/** The receipt so far. */
export const progress = z.extend(receipt, {
  state: importState,
  processed: count,
})

/** Without failed rows, which may be many. */
export const importSummary = z.object({
  import_id: id,
  workspace_id: id,
  state: importState,
  rows: count,
  processed: count,
  created: count,
  duplicates: count,
  tags: count,
  /** Absent: the client did not send it. */
  file_name: z.optional(z.string()),
  createdAt: instant,
  updatedAt: instant,
})
export type ImportSummary = z.output<typeof importSummary>

/** Query parameter `true` or `false`. */
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)

/** Fields that a table column can fill; `-`: ignored. */
export const COLUMN_FIELDS = [
  ...(['title', 'url', 'content', 'description', 'tags', 'folder', 'created'] as const),
  ...(['type', 'dueAt', 'doneAt', '-'] as const),
] as const
