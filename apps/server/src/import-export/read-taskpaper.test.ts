import { describe, expect, it } from 'vitest'
import { readCards } from '../../test/support/read-cards.ts'
import { zip } from '../../test/support/zip.ts'

describe('files of TaskPaper', () => {
  it('[TG-7] what OmniFocus writes: projects are folders, tasks keep their dates, tags, texts and what is below them', async () => {
    const { rows, lost } = await readCards(
      [
        'Home:',
        '\t- Garden @parallel(true) @autodone(false)',
        '\t\t- Buy seeds @parallel(true) @autodone(false) @flagged @context(Errands : Shop (town)) @tags(Errands : Shop (town), Calls) @due(2026-03-09 17:00) @defer(2026-03-01 00:00)',
        '\t\t\tFrom the shop:',
        '\t\t\t  two bags',
        '\t\t\t',
        '\t\t\thttps://seeds.example/a',
        '\t\t- Dig @parallel(false) @autodone(false) @estimate(2h)',
        '\t\t\t- bed one @parallel(true) @autodone(false)',
        '\t\t\t- bed two @parallel(true) @autodone(false) @done(2026-02-01 09:30)',
        '\t- Roof @parallel(false) @autodone(false) @due(2026-05-01 17:00)',
        '\t\t- call Tom @parallel(true) @autodone(false) @tags(Calls)',
        '- Water plants @parallel(true) @autodone(false) @due(2026-05-15 19:00) @repeat-method(due-after-completion) @repeat-rule(FREQ=WEEKLY;BYDAY=WE)',
        '- Chat with Ewan  ',
        ' @parallel(true) @autodone(false) @tags(work)',
      ].join('\n'),
    )
    expect(rows).toEqual([
      {
        type: 'todo',
        content: 'Buy seeds\n\nFrom the shop:\n  two bags\n\nhttps://seeds.example/a',
        tags: ['Errands/Shop (town)', 'Calls', 'favourite'],
        folders: ['Home', 'Garden'],
        dueAt: '2026-03-09T17:00',
        startAt: '2026-03-01',
      },
      { type: 'todo', content: 'Dig', folders: ['Home', 'Garden'], subnotes: ['- bed one', 'x bed two'] },
      { type: 'todo', content: 'Roof', folders: ['Home'], dueAt: '2026-05-01T17:00' },
      { type: 'todo', content: 'call Tom', tags: ['Calls'], folders: ['Home'], parents: ['Roof'] },
      {
        type: 'todo',
        content: 'Water plants',
        dueAt: '2026-05-15T19:00',
        recurrence: 'FREQ=WEEKLY;BYDAY=WE',
      },
      { type: 'todo', content: 'Chat with Ewan', tags: ['work'] },
    ])
    expect(lost).toEqual(['estimate', 'repeat-method', 'time of a subtask: done'])
  })

  it('[TG-7] what TaskPaper writes: a project with a text is a note, Archive a mark, and words behind @ are tags', async () => {
    const text = [
      'Groceries:',
      '\t- Eggs @done(2026-01-02)',
      '\t- Milk @today @priority(1) ask me@x.example',
      '\t\torganic',
      '\t+ Bread @who(Ann \\(Lee\\)) @cancelled',
      'Trip: @travel',
      '\tPack light.',
      '\tFlights:',
      '\t\t- book @due(2026-11-24 10:00) @start(2026-11-20 08:00) @due(soon)',
      'Someday:',
      'Archive:',
      '\t- old thing @done(2025-01-02) @project(Groceries / Shop)',
      'A loose line',
      'and another',
    ].join('\n')
    const { rows, lost } = await readCards(text)
    expect(rows).toMatchObject([
      { type: 'todo', content: 'Eggs', folders: ['Groceries'], doneAt: '2026-01-01T23:00' },
      {
        type: 'todo',
        content: 'Milk ask me@x.example\n\norganic',
        tags: ['today', 'priority 1'],
        folders: ['Groceries'],
      },
      { type: 'todo', content: 'Bread', tags: ['who', 'cancelled'], doneAt: expect.any(String) },
      { type: 'note', content: 'Trip\n\nPack light.', tags: ['travel'] },
      { type: 'todo', content: 'book', folders: ['Trip', 'Flights'], dueAt: '2026-11-24T10:00' },
      { type: 'todo', content: 'old thing', tags: ['archived'], folders: ['Groceries', 'Shop'] },
      { type: 'note', content: 'A loose line\nand another' },
    ])
    expect(lost).toEqual(['due (2)', 'projects without tasks', 'start', 'who'])
    expect((await readCards('Home:\n- Milk @done\nx 2026-03-09 a +p\n', 'todo.txt')).rows).toHaveLength(3)
    const list = '- [a](https://a.example/) @done\n- [b](https://b.example/)\n'
    expect((await readCards(`Links:\n${list}`)).rows).toMatchObject([{ type: 'link' }, { type: 'link' }])
  })

  it('[TG-7] files of TaskPaper in an archive are read, each in the folders of its path', async () => {
    const { rows } = await readCards(
      zip([
        { path: 'work/a.taskpaper', content: '- one\n\t- two @x\n' },
        { path: 'home/b.taskpaper', content: 'Inbox:\n- one\n\t- two @x\n' },
      ]),
    )
    expect(rows).toEqual([
      { type: 'todo', content: 'one', folders: ['work'] },
      { type: 'todo', content: 'two', tags: ['x'], folders: ['work'], parents: ['one'] },
      { type: 'todo', content: 'one', folders: ['home'] },
      { type: 'todo', content: 'two', tags: ['x'], folders: ['home'], parents: ['one'] },
    ])
  })
})
