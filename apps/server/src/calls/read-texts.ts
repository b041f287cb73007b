import { type InputOf, type readTexts, typeFromWire, typeToWire } from '@cardinal/contract'
import { type CardType, type Due, isCalled, looksLikeNote, ok } from '@cardinal/domain'
import { capture, hashWords, namesIn, spellingsIn } from '@cardinal/domain/capture'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { TagInUse } from '../workspaces/asking.ts'
import { openWorkspace } from './ask.ts'
import { callerOf, type PlainHandler } from './handler.ts'

type Body = InputOf<typeof readTexts>['body']

/** `now` is the person's wall clock. Default: UTC. */
export const readTextsHandler: PlainHandler<typeof readTexts> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const now = body.now ?? new Date(context.services.now()).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
  const data = []
  // A token of the scope `add` must not learn which tags exist.
  const mayKnow = callerOf(context).scope !== 'add'
  for (const text of body.texts) {
    const keywords = mayKnow ? hashWords(text.content) : []
    const known = keywords.length === 0 ? [] : opened.value.ask('tagsBySearchword', { keywords })
    data.push(readOne(text, known, now))
    await yieldToEventLoop()
  }
  return ok({ data })
}

/** A text of understood words alone stays unchanged, because a card needs a text. */
function readOne({ content, type }: Body['texts'][number], known: readonly TagInUse[], now: Due) {
  const asked = type === undefined ? kindOf(content) : typeFromWire(type)
  const read = capture(content, { type: asked ?? 'todo', now, isTagName: namesIn(known) })
  const isAll = read.content.trim() === ''
  const due = isAll ? null : read.due
  const startAt = isAll ? null : read.startAt
  const spellings = spellingsIn(read.chips)
  const kind = asked ?? (due === null && startAt === null ? null : 'todo')
  return {
    type: kind === null ? null : typeToWire(kind),
    content: isAll ? content : read.content,
    tags: isAll ? [] : read.tags.flatMap((tag) => namesFor(tag, known, spellings)),
    dueAt: due?.dueAt ?? null,
    recurrence: due?.recurrence ?? null,
    startAt,
    understood: isAll ? [] : read.chips.map(({ kind, words }) => ({ kind, words })),
  }
}

/** The type that a text looks like: link or note. Null: neither. */
function kindOf(text: string): CardType | null {
  if (/^\s*https?:\/\/\S/i.test(text)) return 'link'
  return looksLikeNote(text) ? 'note' : null
}

/** An existing tag keeps its relations, so the card gets the typed parents as well. */
function namesFor(
  { name, parents }: ReturnType<typeof capture>['tags'][number],
  known: readonly TagInUse[],
  spellings: ReadonlyMap<string, string>,
): { tag_name: string; display_name?: string; parents: string[] }[] {
  const there = known.find((tag) => isCalled(tag, name))
  const display_name = spellings.get(name)
  if (there === undefined)
    return [{ tag_name: name, ...(display_name !== undefined && { display_name }), parents: [...parents] }]
  const [parent] = parents
  const self = { tag_name: there.name, parents: [] }
  return parent === undefined ? [self] : [self, { tag_name: parent, parents: parents.slice(1) }]
}
