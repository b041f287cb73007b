import { describe, expect, it } from 'vitest'
import { readCards } from '../../test/support/read-cards.ts'

/** Like a board in the tests of Nextcloud Deck. */
const card = (more: object) => ({
  ...{ id: '60e9d2869efe2e1141be2798', address: null, checkItemStates: null, closed: false, desc: '' },
  ...{ dueReminder: null, idBoard: 'b', idLabels: [], idList: 'l1', idMembersVoted: [], idShort: 7 },
  ...{ manualCoverAttachment: false, pos: 65535, shortLink: 's', isTemplate: false, cardRole: null },
  ...{ badges: { votes: 0 }, dueComplete: false, due: null, email: 'a@boards.trello.com', idMembers: [] },
  ...{ labels: [], limits: {}, url: 'https://trello.com/c/s', start: null, cover: { color: null } },
  ...{ attachments: [], pluginData: [], customFieldItems: [], dateLastActivity: '2021-07-10T17:01:58.633Z' },
  ...more,
})

describe('boards of Trello', () => {
  it('[TG-7] lists are folders, labels tags, boxes subtasks or cards, comments and links stand below the text, and closed is archived', async () => {
    const { rows, lost } = await readCards({
      ...{ id: 'b', name: 'Home', desc: 'All of it', closed: false, prefs: { voting: 'none' }, powerUps: [] },
      lists: [
        { id: 'l1', name: 'Doing', closed: false, pos: 1 },
        { id: 'l2', name: 'Old/Gone', closed: true, pos: 2 },
      ],
      labels: [{ id: 'g', name: 'garden', color: 'green' }],
      members: [{ id: 'm', fullName: 'Ada Lovelace', username: 'ada' }],
      customFields: [{ id: 'f', name: 'Effort', type: 'number' }],
      checklists: [
        {
          ...{ id: 'k', name: 'Checklist', idCard: 'c1', pos: 1 },
          checkItems: [
            { id: 'i2', name: 'wash brushes', state: 'incomplete', pos: 2, due: '2026-05-09T10:00:00.000Z' },
            { id: 'i1', name: 'buy paint', state: 'complete', pos: 1, due: null, idMember: null },
          ],
        },
      ],
      actions: [
        {
          ...{
            type: 'commentCard',
            date: '2026-05-03T10:00:00.000Z',
            memberCreator: { fullName: 'Ada Lovelace' },
          },
          data: { card: { id: 'c1' }, text: 'Twice!' },
        },
        {
          ...{ type: 'updateCard', date: '2026-05-02T10:00:00.000Z' },
          data: { card: { id: '60e9d2869efe2e1141be2798', dueComplete: true }, old: { dueComplete: false } },
        },
        { type: 'createCard', date: '2026-05-01T10:00:00.000Z', data: { card: { id: 'c1' } } },
      ],
      cards: [
        card({
          ...{ id: 'c1', name: 'Paint the fence', desc: 'Both **sides**.', idMembers: ['m'] },
          ...{ due: '2026-05-08T16:00:00.000Z', start: '2026-05-04T08:00:00.000Z', idChecklists: ['k'] },
          labels: [
            { id: 'g', idBoard: 'b', name: 'garden', color: 'green' },
            { id: 'r', idBoard: 'b', name: '', color: 'red' },
          ],
          attachments: [
            { id: 'a', name: 'Colours', url: 'https://colours.example/', isUpload: false, bytes: null },
            { id: 'u', name: 'fence.jpg', url: 'https://trello.com/1/fence.jpg', isUpload: true, bytes: 9 },
          ],
          customFieldItems: [{ id: 'v', idCustomField: 'f', value: { number: '3' } }],
        }),
        card({ name: 'Sell the car', idList: 'l2', dueComplete: true }),
        card({ id: 'c3', name: 'https://soup.example/', closed: true, cardRole: 'link' }),
        card({ id: 'c4', name: '' }),
      ],
    })
    expect(rows).toEqual([
      {
        type: 'todo',
        content: [
          'Paint the fence',
          'Both **sides**.',
          '[Colours](https://colours.example/)',
          '[fence.jpg](https://trello.com/1/fence.jpg)',
          'Ada Lovelace: Twice!',
        ].join('\n\n'),
        tags: ['garden', 'red'],
        folders: ['Home', 'Doing'],
        subnotes: ['x buy paint'],
        dueAt: '2026-05-08T18:00',
        startAt: '2026-05-04',
        createdAt: '2026-05-01T10:00',
      },
      {
        type: 'todo',
        content: 'wash brushes',
        folders: ['Home', 'Doing'],
        dueAt: '2026-05-09T12:00',
        parents: ['Paint the fence'],
      },
      {
        type: 'todo',
        content: 'Sell the car',
        tags: ['archived'],
        folders: ['Home', 'Old Gone'],
        doneAt: '2026-05-02T10:00',
        createdAt: '2021-07-10T17:01',
      },
      { type: 'link', content: 'https://soup.example/', tags: ['archived'], folders: ['Home', 'Doing'] },
      'There is neither a title nor a text in this note.',
    ])
    expect(lost).toEqual(['Effort', 'board.desc', 'fence.jpg', 'members'])
  })

  it('checklists besides the usual one, and a file that may lack comments, are in the receipt', async () => {
    const action = { type: 'updateCard', date: '2026-05-02T10:00:00.000Z', data: { card: { id: 'c1' } } }
    const { lost } = await readCards({
      lists: [{ id: 'l1', name: 'Doing' }],
      checklists: [{ idCard: 'c1', name: 'Shopping', checkItems: [{ name: 'milk', state: 'incomplete' }] }],
      actions: Array.from({ length: 1_000 }, () => action),
      cards: [card({ id: 'c1', name: 'Paint' })],
    })
    expect(lost).toEqual(['actions', 'names of checklists'])
  })
})

describe('tables of Asana and OmniFocus', () => {
  it('[TG-7] Asana: a subtask is below its parent, which may come later, and a card where it has more than a text', async () => {
    const { rows, lost } = await readCards(
      [
        'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task,Priority',
        '3,2026-04-02,2026-04-05,2026-04-05,Buy paint,,,,,,,,,Paint the fence,',
        '1,2026-04-01,,2026-04-03,Paint the fence,Doing,Ada,ada@example.org,2026-05-04,2026-05-08,"garden, home",Both sides,"House, Summer",,High',
        '4,2026-04-02,,2026-04-05,Pay Ada,,,,,2026-05-09,,,,Paint the fence,',
        '5,2026-04-02,,2026-04-05,Sand,,,,,,,,,Nobody,',
      ].join('\n'),
    )
    expect(rows).toEqual([
      {
        type: 'todo',
        content: 'Paint the fence\n\nBoth sides',
        tags: ['garden', 'home', 'Summer'],
        folders: ['House', 'Doing'],
        subnotes: ['x Buy paint'],
        startAt: '2026-05-04',
        dueAt: '2026-05-08',
        createdAt: '2026-03-31T22:00',
      },
      {
        type: 'todo',
        content: 'Pay Ada',
        folders: ['House', 'Doing'],
        dueAt: '2026-05-09',
        createdAt: '2026-04-01T22:00',
        parents: ['Paint the fence'],
      },
      { type: 'todo', content: 'Sand', createdAt: '2026-04-01T22:00' },
    ])
    expect(lost).toEqual([
      'Assignee',
      'Assignee Email',
      'Parent task: not read',
      'Priority',
      'time of a subtask: created',
      'time of a subtask: done',
    ])
  })

  it('[TG-7] OmniFocus: the place of a row says what it is below, and a project alone is a folder', async () => {
    const { rows, lost } = await readCards(
      [
        'Task ID,Type,Name,Status,Project,Context,Start Date,Due Date,Completion Date,Duration,Flagged,Notes,Tags',
        '1,Project,House,active,,,,,,,0,,',
        '1.1,Action Group,Fence,,House,,,,,,0,,',
        '1.1.1,Action,Buy paint,,House,,,,2026-05-01 10:00:00 +0000,,0,,',
        '1.1.2,Action,Pay Ada,,House,Calls,,2026-05-09 15:00:00 +0000,,30m,1,,Calls',
        '2,Project,Move,on hold,,,,,,,0,Far away,',
        '2.1,Action,Pack,dropped,Move,,2026-05-04 00:00:00 +0200,,,,0,,',
        '3,Context,Calls,active,,,,,,,0,,',
      ].join('\n'),
    )
    expect(rows).toMatchObject([
      { type: 'todo', content: 'Fence', folders: ['House'], subnotes: ['x Buy paint'] },
      {
        type: 'todo',
        content: 'Pay Ada',
        tags: ['Calls', 'favourite'],
        folders: ['House'],
        dueAt: '2026-05-09T17:00',
        parents: ['Fence'],
      },
      { type: 'todo', content: 'Move\n\nFar away', tags: ['on hold'] },
      {
        type: 'todo',
        content: 'Pack',
        tags: ['cancelled'],
        folders: ['Move'],
        startAt: '2026-05-04',
        parents: ['Move'],
      },
    ])
    expect(lost).toEqual(['Duration', 'Name', 'time of a subtask: done'])
  })
})

describe('graphs of Roam', () => {
  it('[TG-7] a page of Roam becomes a note of its blocks, with attributes, tags, tables, and the texts that it refers to', async () => {
    const { rows, lost } = await readCards([
      {
        ...{ title: 'Sapiens', uid: 'page-sapi', 'create-time': 1600000000000, 'edit-time': 1600000100000 },
        children: [
          { string: 'Author:: [[Yuval Noah Harari]]', uid: 'attr-auth' },
          { string: 'Tags:: #history [[old books]]', uid: 'attr-tags' },
          {
            ...{ string: 'Notes', uid: 'headline1', heading: 2, 'create-email': 'ada@example.org' },
            children: [
              {
                string: 'A __shared__ fiction #myth',
                uid: 'blk-ficti',
                children: [{ string: 'inside', uid: 'inside001' }],
              },
              {
                string: 'Again: ((blk-ficti)), [there](((blk-ficti))), ((nosuchblk)) and ((so on))',
                uid: 'ref000001',
              },
              { string: '```js\nconst one = 1```', uid: 'code00001' },
            ],
          },
          {
            ...{ string: '{{[[table]]}}', uid: 'table0001' },
            children: [
              { string: 'Name', uid: 't1', children: [{ string: 'Colour', uid: 't2' }] },
              {
                string: 'Apple',
                uid: 't3',
                children: [
                  { string: 'Red', uid: 't4' },
                  { string: 'Green', uid: 't5' },
                ],
              },
            ],
          },
          {
            string:
              '{{embed: [[Dune]]}} and ![](https://firebasestorage.googleapis.com/v0/b/x%2Fpic.png?alt=media)',
            uid: 'embed0001',
          },
        ],
      },
      { title: 'Dune', uid: 'page-dune' },
    ])
    expect(rows).toEqual([
      {
        type: 'note',
        tags: ['history', 'old books', 'myth', 'myth'],
        createdAt: '2020-09-13T12:26',
        content: [
          'Sapiens',
          '',
          '- **Author**: [[Yuval Noah Harari]]',
          '## Notes',
          '',
          '- A *shared* fiction #myth',
          '  - inside',
          '- Again: A *shared* fiction #myth, there, ((nosuchblk)) and ((so on))',
          '- ```js',
          '  const one = 1',
          '  ```',
          '',
          '| Name | Colour |',
          '| --- | --- |',
          '| Apple | Red |',
          '| Apple | Green |',
          '',
          '- [[Dune]] and ![](https://firebasestorage.googleapis.com/v0/b/x%2Fpic.png?alt=media)',
        ].join('\n'),
      },
    ])
    expect(lost).toEqual(['block references: not read', 'create-email', 'pages without a text', 'pic.png'])
  })

  it('[TG-7] a block with a mark of a task is a todo below its page, with blocks below it, and a daily note says its day', async () => {
    const { rows } = await readCards([
      {
        ...{ title: 'January 1st, 2021', uid: '01-01-2021' },
        children: [
          { string: 'Rain', uid: 'rain00001' },
          {
            ...{ string: '{{[[TODO]]}} Paint #garden', uid: 'todo00001', 'create-time': 1609495200000 },
            children: [
              { string: '{{[[DONE]]}} buy paint', uid: 'done00001' },
              { string: 'both sides', uid: 'both00001' },
            ],
          },
        ],
      },
      { title: 'Errands', uid: 'page-erra', children: [{ string: '{{TODO}} Post', uid: 'post00001' }] },
    ])
    expect(rows).toMatchObject([
      { type: 'note', content: 'January 1st, 2021\n\n- Rain', createdAt: '2020-12-31T23:00' },
      {
        type: 'todo',
        content: 'Paint #garden\n\n- both sides',
        tags: ['garden'],
        subnotes: ['x buy paint'],
        createdAt: '2021-01-01T10:00',
        parents: ['January 1st, 2021'],
      },
      { type: 'todo', content: 'Post', folders: ['Errands'] },
    ])
  })

  it('references to blocks that refer to each other end, and stay as they are beyond the room of a page', async () => {
    const block = (uid: string, string: string) => ({ uid, string })
    const { rows } = await readCards([
      {
        title: 'A',
        uid: 'p',
        children: [block('aaaaaaaaa', '((bbbbbbbbb))'), block('bbbbbbbbb', '((aaaaaaaaa))')],
      },
      {
        ...{ title: 'B', uid: 'q' },
        children: [
          block('long', 'word '.repeat(8_000)),
          ...Array.from({ length: 1_000 }, (_, n) => block(`r${n}`, '((long))')),
        ],
      },
    ])
    expect(rows).toEqual([
      { type: 'note', content: 'A\n\n- ((aaaaaaaaa))\n- ((bbbbbbbbb))' },
      { type: 'note', content: expect.stringMatching(/^B\n\n(?:- (?:word ?){8000}\n){2}- \(\(long\)\)\n/) },
    ])
  })
})
