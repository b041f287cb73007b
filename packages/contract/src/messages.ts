import { BAD_NAME_MESSAGE, type CardCounts, grouped, type Refusal } from '@cardinal/domain'

/** A failure on the wire: HTTP status, a sentence for people, and a command where the client must act. */
export interface Failure {
  readonly status: number
  readonly msg: string
  readonly command?: string
}

export const COMMANDS = {
  refreshTokenExpired: 'refresh-token-expired',
  tagNameTaken: 'tag-name-taken',
  groupNameTaken: 'group-name-taken',
  resync: 'resync',
  keyRunning: 'key-running',
  keyReused: 'key-reused',
  freshSignInNeeded: 'fresh-sign-in-needed',
  awaited: 'awaited',
} as const

/** Word for word from the specification. */
export const SENTENCES = {
  badName: BAD_NAME_MESSAGE,
  engulferNeeds: 'doc_id and entity type is required for engulfer',
} as const

/** A sentence of the specification. */
export function cardLimitSentence({ note, todo, link }: CardCounts): string {
  return `You have total ${note} notes, ${todo} todos, ${link} links. Upgrade for more.`
}

function storageFullSentence(limit: number): string {
  const size = `${grouped(Math.round(limit / 1024 / 1024))} MB`
  return `This account is full: its texts, earlier versions and files take more than ${size}. Delete some cards first.`
}

const HELD = {
  tags: 'A workspace holds at most # tags.',
  relations: 'A workspace holds at most # bytes of other names, parents and child groups of tags.',
  groups: 'A workspace holds at most # groups.',
  groupTags: 'The groups of an account hold at most # tags together.',
} as const

export function messageOf(refusal: Refusal): Failure {
  switch (refusal.kind) {
    case 'not-found':
      return {
        status: 404,
        msg: `There is no such ${WIRE_THING[refusal.what]}.`,
        ...(refusal.isAwaited === true && { command: COMMANDS.awaited }),
      }
    case 'id-taken':
      return { status: 409, msg: `The id ${refusal.id} is in use already.` }
    case 'tag-name-taken':
      return { status: 409, msg: `There is a tag "${refusal.name}" already.`, command: COMMANDS.tagNameTaken }
    case 'group-title-taken':
      return {
        status: 409,
        msg: `There is a group "${refusal.title}" already.`,
        command: COMMANDS.groupNameTaken,
      }
    case 'card-limit':
      return { status: 403, msg: cardLimitSentence(refusal.counts) }
    case 'workspace-full': {
      const limit = grouped(refusal.limit)
      return { status: 403, msg: HELD[refusal.what].replace('#', limit) }
    }
    case 'storage-full':
      return { status: 403, msg: storageFullSentence(refusal.limit) }
    case 'unsafe-link':
      return {
        status: 422,
        msg: 'content: this address cannot be saved, because a browser would run it as a program.',
      }
    case 'invalid':
      return { status: 400, msg: invalidSentence(refusal.field, refusal.reason) }
  }
}

function invalidSentence(field: string, reason: string): string {
  const isWordForWord = reason === SENTENCES.badName || reason === SENTENCES.engulferNeeds
  return isWordForWord ? reason : `${WIRE_FIELD[field] ?? field}: ${reason}`
}

const WIRE_THING = {
  card: 'entity',
  subnote: 'title',
  tag: 'tag',
  group: 'group',
  workspace: 'workspace',
  rule: 'rule',
} as const

const WIRE_FIELD: Readonly<Record<string, string>> = {
  tagIds: 'tags_assigned',
  subnotes: 'titles',
  cardType: 'entityType',
  name: 'tag_name',
  cardIds: 'entity_ids',
}
