import { describe, expect, it } from 'vitest'
import { readCards } from '../../test/support/read-cards.ts'
import { readFile } from './read-file.ts'

describe('tasks of other programs', () => {
  it('[TG-7] Google Tasks: a day stays that day in every zone, subtasks come before their task, and lists are folders', async () => {
    const { rows, lost } = await readCards({
      kind: 'tasks#taskLists',
      items: [
        {
          kind: 'tasks#tasks',
          id: 'l',
          title: 'My Tasks',
          updated: '2024-01-10T10:00:00.000Z',
          items: [
            {
              id: 'b',
              title: 'Wash brushes',
              parent: 'a',
              status: 'completed',
              updated: '2024-01-05T10:00:00Z',
            },
            {
              id: 'a',
              title: 'Paint fence',
              notes: 'Both sides',
              due: '2024-01-09T00:00:00.000Z',
              status: 'needsAction',
              selfLink: 'https://www.googleapis.com/tasks/v1/lists/x/tasks/a',
            },
            { id: 'c', title: 'Old', deleted: true, status: 'needsAction' },
          ],
        },
        {
          kind: 'tasks#tasks',
          title: 'Shop',
          items: [
            {
              id: 'e',
              task_type: 'PERSONAL_TASK',
              title: 'Milk',
              status: 'needsAction',
              created: '2024-02-02T08:00:00Z',
              scheduled_time: [{ current: true, start: '2024-02-03T17:30:00Z' }],
            },
          ],
        },
      ],
    })
    expect(rows).toEqual([
      {
        type: 'todo',
        content: 'Paint fence\n\nBoth sides',
        dueAt: '2024-01-09',
        subnotes: ['x Wash brushes'],
      },
      {
        type: 'todo',
        content: 'Milk',
        dueAt: '2024-02-03T18:30',
        folders: ['Shop'],
        createdAt: '2024-02-02T08:00',
      },
      'It is in the trash of its program, and was left out.',
    ])
    expect(lost).toEqual([])
  })

  it('[TG-7] Remember The Milk: time of day, list, notes, repetition, trash and subtasks', async () => {
    const task = {
      series_id: 's',
      list_id: 'w',
      priority: 'PN',
      date_created: 1_709_287_200_000,
      source: 'js',
    }
    const { rows, lost } = await readCards({
      config: { name: 'x' },
      lists: [
        { id: 'i', name: 'Inbox' },
        { id: 'w', name: 'Work' },
      ],
      tasks: [
        {
          ...task,
          id: '1',
          name: 'Buy milk',
          date_due: 1_710_077_400_000,
          date_due_has_time: true,
          tags: ['a'],
        },
        { ...task, id: '2', parent_id: '1', series_id: 't', name: 'whole' },
        {
          ...task,
          id: '3',
          list_id: 'i',
          series_id: 't',
          name: 'Pay',
          date_due: 1_710_025_200_000,
          repeat: 'FREQ=MONTHLY;INTERVAL=1',
          repeat_every: true,
        },
        { ...task, id: '4', series_id: 't', name: 'Gone', date_trashed: 1_710_025_200_000 },
      ],
      notes: [{ id: 'n', series_id: 's', title: '', content: 'two bottles' }],
    })
    expect(rows).toEqual([
      {
        type: 'todo',
        content: 'Buy milk\n\ntwo bottles',
        tags: ['a'],
        folders: ['Work'],
        subnotes: ['- whole'],
        dueAt: '2024-03-10T14:30',
        createdAt: '2024-03-01T10:00',
      },
      {
        type: 'todo',
        content: 'Pay',
        dueAt: '2024-03-10',
        recurrence: 'FREQ=MONTHLY;INTERVAL=1',
        createdAt: '2024-03-01T10:00',
      },
      'It is in the trash of its program, and was left out.',
    ])
    expect(lost).toEqual([])
  })

  it('[TG-7] Taskwarrior: projects, annotations, deleted tasks, and one object a line as well as a list', async () => {
    const tasks = [
      {
        description: 'Buy milk',
        due: '20240310T133000Z',
        entry: '20240301T100000Z',
        project: 'home.garden',
        status: 'pending',
        tags: ['shop'],
        uuid: 'u1',
        urgency: 8.3,
        annotations: [{ entry: '20240302T100000Z', description: 'two bottles' }],
      },
      {
        description: 'Call',
        end: '20240303T100000Z',
        entry: '20240301T100000Z',
        status: 'completed',
        uuid: 'u2',
      },
      { description: 'Gone', entry: '20240301T100000Z', status: 'deleted', uuid: 'u3' },
      { description: 'Water', entry: '20240301T100000Z', status: 'recurring', recur: 'weekly', uuid: 'u4' },
      {
        description: 'Water',
        due: '20240309T230000Z',
        entry: '20240301T100000Z',
        status: 'waiting',
        wait: '20240305T230000Z',
        recur: '2wks',
        parent: 'u4',
        uuid: 'u5',
      },
    ]
    const expected = [
      {
        type: 'todo',
        content: 'Buy milk\n\ntwo bottles',
        tags: ['shop'],
        folders: ['home', 'garden'],
        dueAt: '2024-03-10T14:30',
        createdAt: '2024-03-01T10:00',
      },
      { type: 'todo', content: 'Call', doneAt: '2024-03-03T10:00', createdAt: '2024-03-01T10:00' },
      {
        type: 'todo',
        content: 'Water',
        dueAt: '2024-03-10',
        startAt: '2024-03-06',
        recurrence: 'FREQ=WEEKLY;INTERVAL=2',
        createdAt: '2024-03-01T10:00',
      },
      'It is in the trash of its program, and was left out.',
    ]
    expect((await readCards(tasks)).rows).toEqual(expected)
    expect((await readCards(tasks.map((task) => JSON.stringify(task)).join(',\n'))).rows).toEqual(expected)
    expect((await readCards(tasks)).lost).toEqual([])
  })

  it('[TG-7] Microsoft To Do: a day is the day of the person, and steps, categories and importance are kept', async () => {
    const { rows, lost } = await readCards({
      '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#tasks',
      value: [
        {
          '@odata.etag': 'W/"a"',
          importance: 'high',
          isReminderOn: false,
          status: 'notStarted',
          title: 'Buy milk',
          createdDateTime: '2024-05-01T10:00:00.1234567Z',
          categories: ['Blue category'],
          id: 'AQ',
          body: { content: '<p>two bottles</p>', contentType: 'html' },
          dueDateTime: { dateTime: '2024-05-03T22:00:00.0000000', timeZone: 'UTC' },
          recurrence: {
            pattern: { type: 'weekly', interval: 2, daysOfWeek: ['monday'] },
            range: { type: 'noEnd' },
          },
          checklistItems: [
            { displayName: 'whole', isChecked: true, id: '1' },
            { displayName: 'oat', isChecked: false, id: '2' },
          ],
        },
      ],
    })
    expect(rows).toEqual([
      {
        type: 'todo',
        content: 'Buy milk\n\ntwo bottles',
        tags: ['Blue category', 'favourite'],
        subnotes: ['x whole', '- oat'],
        dueAt: '2024-05-04',
        recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
        createdAt: '2024-05-01T10:00',
      },
    ])
    expect(lost).toEqual([])
  })

  it('[TG-7] tasks of a calendar: zones, folded lines, escapes, children, cancelled ones, and events that are named', async () => {
    const calendar = `BEGIN:VCALENDAR
PRODID:-//Apple Inc.//macOS 14.2//EN
X-WR-CALNAME:Errands
BEGIN:VTODO
CREATED:20240301T100000Z
UID:A1
SUMMARY:Buy milk\\, eggs
DESCRIPTION:two\\nlines\\; and a text that is fol
 ded
DUE;TZID=America/New_York:20240310T143000
CATEGORIES:home,a\\, b
RRULE:FREQ=WEEKLY;INTERVAL=1
BEGIN:VALARM
TRIGGER:-PT15M
END:VALARM
END:VTODO
BEGIN:VTODO
UID:A2
RELATED-TO;RELTYPE=PARENT:A1
SUMMARY:Check fridge
DUE;VALUE=DATE:20240309
COMPLETED:20240309T090000Z
STATUS:COMPLETED
URL;VALUE=URI:https://e.example/x
END:VTODO
BEGIN:VTODO
UID:A3
SUMMARY:Never
STATUS:CANCELLED
COMPLETED:20240309T090000Z
END:VTODO
BEGIN:VEVENT
UID:E1
SUMMARY:Meeting
END:VEVENT
END:VCALENDAR
`
    const { rows, lost } = await readCards(calendar.replaceAll('\n', '\r\n'))
    expect(rows).toEqual([
      {
        type: 'todo',
        content: 'Buy milk, eggs\n\ntwo\nlines; and a text that is folded',
        tags: ['home', 'a, b'],
        folders: ['Errands'],
        dueAt: '2024-03-10T14:30',
        recurrence: 'FREQ=WEEKLY;INTERVAL=1',
        createdAt: '2024-03-01T10:00',
      },
      {
        type: 'todo',
        content: 'Check fridge\n\nhttps://e.example/x',
        folders: ['Errands'],
        dueAt: '2024-03-09',
        doneAt: '2024-03-09T09:00',
        parents: ['Buy milk, eggs'],
      },
      {
        type: 'todo',
        content: 'Never',
        tags: ['cancelled'],
        folders: ['Errands'],
        doneAt: '2024-03-09T09:00',
      },
    ])
    expect(lost).toEqual(['events', 'reminders (VALARM)'])
  })

  it('[TG-7] Toodledo and Outlook: time of day, repetition, completion, and one order of days and months for all columns', async () => {
    const toodledo = `"TASK","FOLDER","CONTEXT","GOAL","LOCATION","STARTDATE","STARTTIME","DUEDATE","DUETIME","REPEAT","LENGTH","TIMER","PRIORITY","TAG","STATUS","STAR","NOTE"
"Buy milk","Home","@Shop","","","2024-03-01","","2024-03-10","2:30 pm","Every 2 weeks","0","0","0","dairy, food","None","Yes","two\nbottles"
`
    expect(await readCards(toodledo)).toMatchObject({
      rows: [
        {
          type: 'todo',
          content: 'Buy milk\n\ntwo\nbottles',
          tags: ['dairy', 'food', 'Shop', 'favourite'],
          folders: ['Home'],
          dueAt: '2024-03-10T14:30',
          startAt: '2024-03-01',
          recurrence: 'FREQ=WEEKLY;INTERVAL=2',
        },
      ],
      lost: [],
    })
    const outlook = `"Subject","Start Date","Due Date","Reminder On/Off","Date Completed","% Complete","Total Work","Categories","Notes","Priority","Private","Sensitivity","Status"\r
"Käse","3/1/2024","3/14/2024","False",,"0","0","Work;Urgent","first\r\nsecond","Normal","False","Normal","Not Started"\r
"Done",,"2/14/2024","False","2/13/2024","100","0",,,"Normal","True","Normal","Completed"\r
`
    expect(await readCards(outlook)).toMatchObject({
      rows: [
        {
          type: 'todo',
          content: 'Käse\n\nfirst\nsecond',
          tags: ['Work', 'Urgent'],
          startAt: '2024-03-01',
          dueAt: '2024-03-14',
        },
        { type: 'todo', content: 'Done', tags: ['private'], dueAt: '2024-02-14', doneAt: '2024-02-12T23:00' },
      ],
      lost: [],
      assumed: { encoding: 'utf-8', dateOrder: 'month-first' },
    })
  })

  it('[TG-7] an import reads tags, texts and marks from the XML of Pinboard and Delicious', async () => {
    const { rows, lost } = await readCards(`<?xml version="1.0" encoding="UTF-8" ?>
<posts user="x">
<post href="https://e.example/1" time="2024-03-01T10:00:00Z" description="One &amp; two" extended="the text" tag="a b" hash="x" meta="y" toread="yes" shared="no" />
<post href="https://e.example/2" time="2024-03-01T10:00:00Z" description="Two" extended="" tag="" hash="x"/>
</posts>`)
    const common = { type: 'link', createdAt: '2024-03-01T10:00' }
    expect(rows).toEqual([
      {
        ...common,
        content: 'One & two\nhttps://e.example/1\n\nthe text',
        tags: ['a', 'b', 'unread', 'private'],
      },
      { ...common, content: 'Two\nhttps://e.example/2' },
    ])
    expect(lost).toEqual([])
  })

  it('[TG-7] an import reads bookmarks of Instapaper without times, Wallabag 1, Diigo, GoodLinks and Scuttle, and highlights of Pocket', async () => {
    const rowsOf = async (file: string | object) => {
      const { rows, lost } = await readCards(file)
      return { rows: rows.map((row) => (typeof row === 'string' ? row : { ...row, type: undefined })), lost }
    }
    expect(
      await rowsOf(
        'URL,Title,Selection,Folder\nhttps://e.example/1,A,,Archive\nhttps://e.example/2,B,,Cooking\n',
      ),
    ).toEqual({
      rows: [
        { content: 'A\nhttps://e.example/1', tags: ['archived'] },
        { content: 'B\nhttps://e.example/2', folders: ['Cooking'] },
      ],
      lost: [],
    })
    const old = {
      0: '3',
      1: 'A',
      id: '3',
      title: 'A',
      url: 'https://e.example/1',
      is_read: '1',
      is_fav: '1',
      tags: 'a',
    }
    expect(await rowsOf([old])).toEqual({
      rows: [{ content: 'A\nhttps://e.example/1', tags: ['a', 'archived', 'favourite'] }],
      lost: [],
    })
    expect(
      await rowsOf(
        'title,url,tags,description,comments,annotations,created_at\nA,https://e.example/1,"b_c ""two words""",d,c,Highlight: h,2024/03/01 10:00:00 +0000\n',
      ),
    ).toEqual({
      rows: [
        {
          content: 'A\nhttps://e.example/1\n\nd\n\nc\n\nHighlight: h',
          tags: ['b_c', 'two words'],
          createdAt: '2024-03-01T10:00',
        },
      ],
      lost: [],
    })
    const good = {
      url: 'https://e.example/1',
      title: 'A',
      summary: 's',
      tags: ['a'],
      addedAt: 1_709_287_200.123,
      starred: true,
      highlights: [{ content: 'marked', note: 'why' }],
    }
    expect(await rowsOf([good])).toEqual({
      rows: [
        {
          content: 'A\nhttps://e.example/1\n\ns',
          tags: ['a', 'unread', 'favourite'],
          subnotes: ['- marked – why'],
          createdAt: '2024-03-01T10:00',
        },
      ],
      lost: [],
    })
    expect(
      await rowsOf([
        {
          url: 'https://e.example/1',
          title: 'A',
          highlights: [{ quote: 'marked', created_at: 1_709_287_200 }],
        },
      ]),
    ).toEqual({
      rows: [{ content: 'A\nhttps://e.example/1', subnotes: ['- marked'] }],
      lost: [],
    })
    expect(
      await rowsOf(
        '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><dt><a href="https://e.example/1" description="about" hash="x" tags="t" ADD_DATE="1709287200">A</a></DL>',
      ),
    ).toEqual({
      rows: [
        {
          content: 'A\nhttps://e.example/1\n\nabout',
          tags: ['t'],
          createdAt: '2024-03-01T10:00',
        },
      ],
      lost: [],
    })
  })

  it('[HM-19] exports of passwords are refused, and no password stands in the receipt', async () => {
    const files = [
      'Title,URL,Username,Password,Notes,OTPAuth\nA,https://e.example/,me,hunter2,,\n',
      'folder,favorite,type,name,notes,login_uri,login_username,login_password\n,,login,A,,https://e.example/,me,hunter2\n',
      JSON.stringify({
        encrypted: false,
        items: [{ type: 1, name: 'A', login: { username: 'me', password: 'hunter2' } }],
      }),
    ]
    for (const file of files)
      expect(await readFile(new TextEncoder().encode(file))).toEqual({
        ok: false,
        error: 'This file holds passwords. Nothing of it was read.',
      })
  })
})
