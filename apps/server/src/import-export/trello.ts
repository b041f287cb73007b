import { isObject, type Json } from '../lib/decoding.ts'
import { joinFamilies, type Member } from './families.ts'
import { type Found, type FoundCard, plainCard } from './found.ts'
import { listsAround, notePart, objectsIn } from './json-shapes.ts'
import { type Fields, type Ledger, textOf } from './ledger.ts'
import { joinedTexts, linkRow, NO_WORDS } from './link-row.ts'
import { MARKS } from './service.ts'
import { inSlices } from './slices.ts'

/** Facts about cards that are elsewhere in a board, by card id. */
interface Board {
  readonly folders: readonly string[]
  readonly lists: ReadonlyMap<unknown, Json>
  readonly labels: ReadonlyMap<unknown, Json>
  readonly members: ReadonlyMap<unknown, string>
  readonly checklists: ReadonlyMap<unknown, readonly Json[]>
  readonly ownFields: ReadonlyMap<unknown, Json>
  readonly comments: ReadonlyMap<unknown, readonly string[]>
  /** By card id, when it was created, in ms since 1970. */
  readonly created: ReadonlyMap<unknown, number>
  readonly completed: ReadonlyMap<unknown, number>
}

/** Fields about how Trello shows, stores and shares a board. */
const OF_BOARD =
  'id,nodeid,name,descdata,closed,dateclosed,idorganization,shortlink,datelastactivity,idtags,dateplugindisable,creationmethod,creationmethoderror,creationmethodloadingstartedat,idboardsource,idmembercreator,identerprise,pinned,starred,url,prefs,shorturl,premiumfeatures,enterpriseowned,ixupdate,limits,subscribed,templategallery,datelastview,labelnames,actions,cards,labels,lists,members,checklists,customfields,memberships,type'
/** Fields about how Trello shows and stores a card. `badges` only has counts. */
const OF_CARD =
  'nodeid,agent,checkitemstates,creationmethod,creationmethoderror,creationmethodloadingstartedat,descdata,idboard,idshort,idattachmentcover,manualcoverattachment,pos,shortlink,shorturl,url,badges,email,limits,subscribed,cover,dateclosed,idlabels,pinned,faceUrl'.toLowerCase()
/** Most actions that Trello writes into a file. */
const MOST_ACTIONS = 1_000

/** Reads a board that Trello exported as JSON. Null: another file. */
export async function readTrello(root: unknown, ledger: Ledger): Promise<Found[] | null> {
  if (!isObject(root) || !Array.isArray(root.lists)) return null
  const cards = objectsIn(root.cards)
  if (!cards.some(({ idList, name }) => typeof idList === 'string' && typeof name === 'string')) return null
  listsAround('board', [root], OF_BOARD, ledger)
  const board = boardIn(root, cards, ledger)
  const members: Member[] = []
  const failed: Found[] = []
  for await (const card of inSlices(cards)) {
    const found = ledger.read(card, (fields) => readCard(fields, card, board, ledger))
    if ('reason' in found) failed.push(found)
    else members.push(...found.members)
  }
  return [...joinFamilies(members, ledger).map((card) => ({ card })), ...failed]
}

function boardIn(root: Json, cards: readonly Json[], ledger: Ledger): Board {
  const byId = (value: unknown) => new Map(objectsIn(value).map((each) => [each.id, each]))
  listsAround('list', objectsIn(root.lists), OF_LIST, ledger)
  const members = objectsIn(root.members).map(({ id, fullName, username }): [unknown, string] => [
    id,
    textOf(fullName) || textOf(username) || '',
  ])
  const checklists = new Map<unknown, Json[]>()
  // In answers of Trello's API the checklists are inside of their card.
  const all = [...objectsIn(root.checklists), ...cards.flatMap((card) => objectsIn(card.checklists))]
  for (const list of byPlace(all)) grouped(checklists, list.idCard, list)
  const comments = new Map<unknown, string[]>()
  const created = new Map<unknown, number>()
  const completed = new Map<unknown, number>()
  const actions = objectsIn(root.actions)
  if (actions.length >= MOST_ACTIONS)
    ledger.note('actions', `Trello exports no more than the last ${MOST_ACTIONS}: comments may be missing.`)
  // The file has the newest action first.
  for (const { type, date, data, memberCreator } of [...actions].reverse()) {
    const card = isObject(data) && isObject(data.card) ? data.card : null
    const at = ledger.moments.instant('date', date)
    if (card === null || !isObject(data)) continue
    if (/^(?:copyC|c)ommentCard$/.test(String(type))) {
      const name = isObject(memberCreator) ? textOf(memberCreator.fullName) : null
      grouped(comments, card.id, joinedTexts([name ?? '', textOf(data.text) ?? ''], ': '))
    } else if (at !== null && /^(?:createCard|copyCard|convertToCardFromCheckItem)$/.test(String(type)))
      created.set(card.id, at)
    else if (at !== null && type === 'updateCard' && card.dueComplete === true) completed.set(card.id, at)
  }
  return {
    folders: namesIn(root.name),
    ...{ lists: byId(root.lists), labels: byId(root.labels), ownFields: byId(root.customFields) },
    ...{ members: new Map(members), checklists, comments, created, completed },
  }
}

const OF_LIST =
  'id,name,closed,color,pos,softlimit,creationmethod,idboard,limits,subscribed,status,type,datasource,nodeid,cards'

function readCard(
  fields: Fields,
  card: Json,
  board: Board,
  ledger: Ledger,
): { readonly members: readonly Member[] } | { readonly reason: string } {
  fields.skip(OF_CARD.split(','))
  fields.skip(['duereminder'], ['-1'])
  fields.skip(['cardrole'], ['link'])
  const key = fields.text('id') || `card ${textOf(card.shortLink) ?? ''}`
  const list = board.lists.get(fields.take('idlist', textOf))
  const folders = [...board.folders, ...namesIn(list?.name)]
  for (const id of fields.list('idmembers')) ledger.note('members', board.members.get(id) ?? id)
  noteOwnFields(fields, board, ledger)
  const { subnotes, dated } = checksIn(fields, key, folders, board, ledger)
  const title = fields.text('name').trim()
  const files = fields.objects('attachments').map((file) => addressOf(file, fields))
  const texts = [fields.text('desc'), ...files, ...(board.comments.get(key) ?? [])]
  const description = joinedTexts(
    texts.map((text) => text.trim()),
    '\n\n',
  )
  const isDone = fields.isOn('duecomplete')
  const dueAt = fields.due('due')
  const doneAt = fields.moment('datecompleted') ?? board.completed.get(key) ?? null
  const lastAt = fields.moment('datelastactivity')
  const startAt = fields.due('start', null, true)
  const isClosed = fields.isOn('closed') || list?.closed === true
  const isLink = /^https?:\/\/\S+$/i.test(title) && !isDone && dueAt === null && subnotes.length === 0
  const found: Found = isLink
    ? linkRow({ address: title, title: '', description })
    : { card: plainCard('todo', joinedTexts([title, description], '\n\n')) }
  if ('reason' in found) return found
  if (found.card.content === '') return { reason: NO_WORDS }
  const whole: FoundCard = {
    ...found.card,
    folders,
    subnotes,
    dueAt,
    startAt,
    tags: [
      ...fields.objects('labels').map((label) => {
        label.skip(['idboard', 'idorganization', 'uses', 'color', 'nodeid'])
        return label.text('name') || label.peek('color')
      }),
      ...(isClosed ? [MARKS.archived] : []),
    ].filter((name) => name !== ''),
    doneAt: isDone ? (doneAt ?? lastAt ?? Date.now()) : null,
    createdAt: board.created.get(key) ?? timeOf(key),
  }
  return { members: [{ key, parent: null, card: whole }, ...dated] }
}

/** The address of an attachment. A link stays in the text. A file can be fetched only with a Trello session. */
function addressOf(file: Fields, card: Fields): string {
  file.skip(
    'bytes,date,edgecolor,idmember,isuploaded,mimetype,previews,pos,ismalicious,filename,nodeid'.split(','),
  )
  const [name, address] = [file.text('name').trim(), file.text('url')]
  if (file.isOn('isupload')) card.files.push(name || address)
  return name === '' || name === address || address === ''
    ? address || name
    : `[${name.replace(/[[\]]/g, '')}](${address})`
}

/** The items of a card's checklists. An item with a date becomes a card. */
function checksIn(
  fields: Fields,
  key: string,
  folders: readonly string[],
  board: Board,
  ledger: Ledger,
): Pick<FoundCard, 'subnotes'> & { readonly dated: readonly Member[] } {
  fields.skip(['idchecklists', 'checklists'])
  const lists = board.checklists.get(key) ?? []
  const subnotes: { text: string; isTicked: boolean }[] = []
  const dated: Member[] = []
  for (const list of lists) {
    const items = byPlace(objectsIn(list.checkItems))
    if (lists.length > 1 || !/^checklist$/i.test(textOf(list.name) ?? ''))
      ledger.note('names of checklists', list.name)
    for (const item of items)
      ledger.read({ checkItem: item }, (all) => {
        const check = all.object('checkitem')
        check.skip(['id', 'idchecklist', 'namedata', 'pos', 'type', 'nodeid'])
        check.skip(['duereminder'], ['-1'])
        const member = check.take('idmember', textOf)
        if (member !== null) ledger.note('members', board.members.get(member) ?? member)
        const isTicked = check.oneOf('state', ['complete', 'incomplete']) === 'complete'
        const [text, dueAt] = [check.text('name').trim(), check.due('due')]
        if (text === '') return
        if (dueAt === null) subnotes.push({ text, isTicked })
        else
          dated.push({
            key: `${key}/${dated.length}`,
            parent: key,
            card: { ...plainCard('todo', text), folders, dueAt, doneAt: isTicked ? Date.now() : null },
          })
      })
  }
  return { subnotes, dated }
}

/** Fields that people added to the board are noted by their names. */
function noteOwnFields(fields: Fields, { ownFields }: Board, ledger: Ledger): void {
  for (const item of fields.list('customfielditems')) {
    if (!isObject(item)) continue
    const { name, options } = ownFields.get(item.idCustomField) ?? {}
    const option = objectsIn(options).find(({ id }) => id === item.idValue)
    notePart(textOf(name) || 'customFieldItems', option?.value ?? item.value ?? '', ledger)
  }
}

function byPlace(all: readonly Json[]): Json[] {
  return [...all].sort((a, b) => Number(a.pos ?? 0) - Number(b.pos ?? 0))
}

function grouped<T>(map: Map<unknown, T[]>, key: unknown, value: T): void {
  const held = map.get(key)
  if (held === undefined) map.set(key, [value])
  else held.push(value)
}

function namesIn(name: unknown): string[] {
  const text = (textOf(name) ?? '').replaceAll('/', ' ').trim()
  return text === '' ? [] : [text]
}

/** When an object was created: the first digits of its id are the seconds. */
function timeOf(id: string): number | null {
  return /^[0-9a-f]{24}$/.test(id) ? Number.parseInt(id.slice(0, 8), 16) * 1_000 : null
}
