import { describe, expect, it } from 'vitest'
import { readCards } from '../../test/support/read-cards.ts'
import { zip } from '../../test/support/zip.ts'

describe('files of Org', () => {
  it('[TG-7] a file of org-roam is one note with its title and tags, and its markup becomes Markdown', async () => {
    const { rows, lost } = await readCards(
      [
        ':PROPERTIES:',
        ':ID:       ipy0o420huk0',
        ':ROAM_ALIASES: Loaf "Daily bread"',
        ':END:',
        '#+title: Bread',
        '#+filetags: :baking:@kitchen:',
        '',
        'A *bold* word, /slanted/, =verbatim=, ~code~ and +gone+; 2*3*4 and a/b/c stay.',
        'See [[https://bread.example/a_(b)][the page]], [[https://bread.example]] and [[id:59ocym20huk0][Sourdough]].',
        '# A remark',
        '',
        '* Dough',
        '  - flour :: 500 g',
        '  - [X] knead[fn:1]',
        '',
        '  #+begin_src python :results output',
        '    for n in range(3):',
        '      ,* knead(n)',
        '  #+end_src',
        '** Times',
        '| what | min |',
        '|------+-----|',
        '| rest |  20 |',
        '#+TBLFM: $2=20',
        '#+begin_quote',
        'Slow is good.',
        '#+end_quote',
        ': as it is',
        '-----',
        '[fn:1] By hand.',
      ].join('\n'),
      '20240503101500-bread.org',
    )
    expect(rows).toEqual([
      {
        type: 'note',
        tags: ['baking', 'kitchen'],
        createdAt: '2024-05-03T08:15',
        content: [
          'Bread',
          '',
          'A **bold** word, *slanted*, `verbatim`, `code` and ~~gone~~; 2*3*4 and a/b/c stay.',
          'See [the page](<https://bread.example/a_(b)>), https://bread.example and [[Sourdough]].',
          'A remark',
          '',
          '# Dough',
          '',
          '- **flour**: 500 g',
          '- [x] knead[^1]',
          '',
          '```python',
          'for n in range(3):',
          '  * knead(n)',
          '```',
          '',
          '## Times',
          '',
          '| what | min |',
          '| --- | --- |',
          '| rest | 20 |',
          '> Slow is good.',
          '```',
          'as it is',
          '```',
          '* * *',
          '[^1]: By hand.',
        ].join('\n'),
      },
    ])
    expect(lost.sort()).toEqual(['ROAM_ALIASES', 'TBLFM', 'options of blocks'])
  })

  it('[TG-7] headings with a keyword are todos with dates, repetition, priority, inherited tags, subtasks and children', async () => {
    const { rows, lost } = await readCards(
      [
        '#+FILETAGS: :home:',
        '* House :work:',
        '* Garden',
        '** TODO [#A] Paint the fence [1/2] [50%] :outside:',
        'DEADLINE: <2026-05-08 Fri 18:00 -3d> SCHEDULED: <2026-05-04 Mon>',
        ':PROPERTIES:',
        ':CREATED:  [2026-04-01 Wed 09:30]',
        ':EFFORT:   2:00',
        ':END:',
        ':LOGBOOK:',
        'CLOCK: [2026-05-04 Mon 10:00]--[2026-05-04 Mon 11:00] =>  1:00',
        '- Rescheduled from "[2026-05-03 Sun]" on [2026-05-03 Sun 20:00]',
        '- Note taken on [2026-05-04 Mon 11:02] \\\\',
        '  Needs a second coat.',
        ':END:',
        'Both sides.',
        '- [X] buy paint',
        '- [ ] wash',
        '  the brushes',
        '*** TODO Sand it',
        '*** DONE Ask Ada',
        'CLOSED: [2026-04-02 Thu 12:00]',
        '*** TODO Pay her',
        'DEADLINE: <2026-05-09 Sat>',
        '** TODO Water the roses',
        'SCHEDULED: <2026-05-05 Tue .+2d/4d>',
        '- State "DONE"       from "TODO"       [2026-05-03 Sun 08:00]',
        '** CANCELLED Dig a pond',
        'CLOSED: [2026-04-03 Fri]',
        '** WAITING Gravel',
        '** TODO Mow',
        'SCHEDULED: <2026-05-05 Tue +3h>',
        '** TODO',
      ].join('\n'),
      'todo.org',
    )
    expect(rows).toEqual([
      { type: 'note', content: 'todo\n\n# Garden\n\n## TODO', tags: ['home'] },
      { type: 'note', content: 'House', tags: ['home', 'work'], parents: ['todo'] },
      {
        type: 'todo',
        content:
          'Paint the fence\n\n- Note taken on [2026-05-04 Mon 11:02] \\\\\n  Needs a second coat.\nBoth sides.',
        tags: ['home', 'outside', 'priority a'],
        folders: ['Garden'],
        subnotes: ['x buy paint', '- wash the brushes', '- Sand it', 'x Ask Ada'],
        dueAt: '2026-05-08T18:00',
        startAt: '2026-05-04',
        createdAt: '2026-04-01T07:30',
        parents: ['todo'],
      },
      {
        type: 'todo',
        content: 'Pay her',
        tags: ['home', 'outside'],
        folders: ['Garden'],
        dueAt: '2026-05-09',
        parents: ['Paint the fence'],
      },
      {
        type: 'todo',
        content: 'Water the roses',
        tags: ['home'],
        folders: ['Garden'],
        dueAt: '2026-05-05',
        recurrence: 'FREQ=DAILY;INTERVAL=2',
        completions: String(Date.parse('2026-05-03T06:00Z')),
        parents: ['todo'],
      },
      {
        type: 'todo',
        content: 'Dig a pond',
        tags: ['home', 'cancelled'],
        folders: ['Garden'],
        doneAt: '2026-04-02T22:00',
        parents: ['todo'],
      },
      { type: 'todo', content: 'Gravel', tags: ['home', 'waiting'], folders: ['Garden'], parents: ['todo'] },
      {
        type: 'todo',
        content: 'Mow',
        tags: ['home'],
        folders: ['Garden'],
        dueAt: '2026-05-05',
        parents: ['todo'],
      },
    ])
    expect(lost.sort()).toEqual([
      'CLOCK',
      'EFFORT',
      'LOGBOOK',
      'SCHEDULED: not read',
      'longest distances of habits',
      'time of a subtask: done',
      'warnings before a date',
    ])
  })

  it('[TG-7] a file of todos alone makes no note: its title and the headings around are folders', async () => {
    const { rows } = await readCards('#+TITLE: Errands\n* Town\n** 2026\n*** TODO Post\n* DONE Bank\n')
    expect(rows).toMatchObject([
      { type: 'todo', content: 'Post', folders: ['Errands', 'Town'] },
      { type: 'todo', content: 'Bank', folders: ['Errands'] },
    ])
    expect((await readCards('* TODO Post\n', 'inbox.org')).rows).toEqual([{ type: 'todo', content: 'Post' }])
  })

  it('[TG-7] a file of Org that names keywords of tasks has only those keywords', async () => {
    const { rows } = await readCards(
      '#+TODO: OFFEN(o) WARTET(w@/!) | FERTIG(f!) VERWORFEN\n* OFFEN Eins\n* FERTIG Zwei\nCLOSED: [2026-05-04 Mo 10:00]\n* TODO Drei\n* WARTET Vier\n',
      'liste.org',
    )
    expect(rows).toMatchObject([
      { type: 'note', content: 'liste\n\n# TODO Drei' },
      { type: 'todo', content: 'Eins', tags: ['offen'] },
      { type: 'todo', content: 'Zwei', doneAt: '2026-05-04T08:00' },
      { type: 'todo', content: 'Vier', tags: ['wartet'] },
    ])
  })

  it('[TG-7] a heading with tags, a date, an id, a time or one address of its own is a note or link below its file', async () => {
    const { rows, lost } = await readCards(
      [
        'Intro.',
        '* Plain',
        'Words.',
        '* [[https://soup.example/][Soup]] :food:',
        'Good.',
        '* Old :ARCHIVE:',
        '* Visit',
        'SCHEDULED: <2026-05-05 Tue 10:00-11:30 +1w>',
        '* Paper',
        ':PROPERTIES:',
        ':ROAM_REFS: https://paper.example/ @lovelace1843',
        ':END:',
        '* Once',
        ':PROPERTIES:',
        ':CREATED:  the day before',
        ':END:',
        'Finished.',
        '* Done',
        'CLOSED: [2026-05-05 Tue]',
      ].join('\n'),
      'Garden.org',
    )
    expect(rows).toEqual([
      { type: 'note', content: 'Garden\n\nIntro.\n\n# Plain\n\nWords.' },
      { type: 'link', content: 'Soup\nhttps://soup.example/\n\nGood.', tags: ['food'], parents: ['Garden'] },
      { type: 'note', content: 'Old', tags: ['archived'], parents: ['Garden'] },
      { type: 'note', content: 'Visit', dueAt: '2026-05-05T10:00', parents: ['Garden'] },
      { type: 'link', content: 'Paper\nhttps://paper.example/', parents: ['Garden'] },
      { type: 'note', content: 'Once\n\nFinished.', parents: ['Garden'] },
      { type: 'note', content: 'Done', parents: ['Garden'] },
    ])
    expect(lost.sort()).toEqual([
      'CLOSED',
      'CREATED: not read',
      'ROAM_REFS: not read',
      'ends of times',
      'repetition of a note',
    ])
  })

  it('[TG-7] folders of Org in an archive: folders are those of the path, a picture goes to its note, and a journal says its day', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const { rows, lost, files } = await readCards(
      zip([
        { path: 'org/roam/plants.org', content: '#+title: Plants\nA [[file:img/rose.png]] grows.\n' },
        { path: 'org/roam/img/rose.png', content: png },
        { path: 'org/daily/2024-05-03.org', content: '* TODO Prune\n* Rain\nAll day.\n' },
        {
          path: 'org/old.org_archive',
          content:
            '* DONE Sow\nCLOSED: [2024-03-01 Fri]\n:PROPERTIES:\n:ARCHIVE_TIME: 2024-04-01 Mon 10:00\n:END:\n',
        },
      ]),
      'org.zip',
    )
    expect(rows).toMatchObject([
      {
        content: expect.stringMatching(/^Plants\n\nA !\[\]\(file:\w{64}\) grows\.$/),
        folders: ['roam'],
        files: 'some',
      },
      { type: 'note', content: '2024-05-03\n\n# Rain\n\nAll day.', createdAt: '2024-05-02T22:00' },
      { type: 'todo', content: 'Prune', createdAt: '2024-05-02T22:00', parents: ['2024-05-03'] },
      { type: 'todo', content: 'Sow', tags: ['archived'], folders: ['old'], doneAt: '2024-02-29T23:00' },
    ])
    expect(files).toBe(1)
    expect(lost).toEqual(['ARCHIVE_TIME'])
  })

  it('[TG-7] a page of Logseq in Org is one note with its blocks as a list, and its marks of tasks are todos', async () => {
    const { rows, lost } = await readCards(
      zip([
        { path: 'graph/logseq/config.edn', content: '{:preferred-format "Org"}' },
        {
          path: 'graph/pages/soup.org',
          content: [
            '#+title: Soup',
            '#+tags: cooking, [[slow food]]',
            '* Boil #water',
            '  for long',
            '** [[https://soup.example/]]',
            ':PROPERTIES:',
            ':id: 6113b5f6-0000-0000-0000-000000000000',
            ':collapsed: true',
            ':END:',
            '* LATER Eat',
            'SCHEDULED: <2024-05-03 Fri>',
            ':LOGBOOK:',
            'CLOCK: [2024-05-03 Fri 10:00:00]',
            ':END:',
          ].join('\n'),
        },
      ]),
      'graph.zip',
    )
    expect(rows).toEqual([
      {
        type: 'note',
        content: 'Soup\n\n- Boil #water\n  for long\n\n  - https://soup.example/',
        tags: ['cooking', 'slow food', 'water'],
      },
      {
        type: 'todo',
        content: 'Eat',
        tags: ['cooking', 'slow food', 'later'],
        dueAt: '2024-05-03',
        parents: ['Soup'],
      },
    ])
    expect(lost).toEqual(['CLOCK'])
  })

  it('a note that is too long for a card is divided at its headings', async () => {
    const words = 'word '.repeat(9_000).trim()
    const { rows } = await readCards(
      `* One\n${words}\n* Two\n${words}\n** Below\n${words}\n* Three\n${words}`,
      'Garden.org',
    )
    expect(rows.map((row) => (typeof row === 'string' ? row : row.content.slice(0, 9)))).toEqual([
      'Garden',
      'One\n\nword',
      'Two\n\nword',
      'Three\n\nwo',
    ])
    const { rows: whole } = await readCards(`* One\n${'word '.repeat(60_000)}`, 'Garden.org')
    expect(whole).toEqual([expect.stringContaining('more than 200,000 characters')])
  })

  it('a pasted text is known as Org by its keywords, drawers and tasks', async () => {
    for (const text of ['#+TITLE: A\nb', ':PROPERTIES:\n:ID: x\n:END:\nb', '* TODO b'])
      expect((await readCards(text, '')).rows, text).toHaveLength(1)
    expect((await readCards('[[https://soup.example/][Soup]] is good', 'a.org')).rows).toMatchObject([
      { type: 'note' },
    ])
  })

  it('a drawer or a block without an end loses no text', async () => {
    const { rows } = await readCards('* TODO Paint\n:LOGBOOK:\nwords\n#+begin_src sh\nls', 'Garden.org')
    expect(rows).toEqual([
      { type: 'todo', content: 'Paint\n\n:LOGBOOK:\nwords\n```sh\nls\n```', folders: ['Garden'] },
    ])
  })
})
