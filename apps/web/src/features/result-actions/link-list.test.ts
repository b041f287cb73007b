import type { Card } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { linkLines, writeLinks } from './link-list.ts'

const card = (content: string, tagIds: string[] = []): Card => ({
  id: content,
  type: 'link',
  content,
  subnotes: [],
  tagIds,
  color: null,
  isPublic: false,
  parentIds: [],
  siblingIds: [],
  childIds: [],
  createdAt: 1_700_000_000_000,
  updatedAt: 0,
})
const nameOf = (id: string) => (id === 'gone' ? undefined : id)

describe('links as text', () => {
  it('[PU-6] are each address once, cards without one left out', () => {
    const cards = [card('https://a.example/ One'), card('no address'), card('https://a.example/ again')]
    expect(linkLines(cards, nameOf).map(({ href, title }) => [href, title])).toEqual([
      ['https://a.example/', 'One'],
    ])
  })

  it('[PU-6] keep names of tags, and escape what each format would read as its own', () => {
    const lines = linkLines([card('https://a.example/?a=1&b=2 <b>[x]</b>', ['one', 'gone', 'two'])], nameOf)
    expect(writeLinks(lines, 'addresses')).toBe('https://a.example/?a=1&b=2')
    expect(writeLinks(lines, 'markdown')).toBe('- [\\<b>\\[x\\]\\</b>](<https://a.example/?a=1&b=2>)')
    expect(writeLinks(lines, 'html')).toContain(
      '<DT><A HREF="https://a.example/?a=1&amp;b=2" ADD_DATE="1700000000" TAGS="one,two">&lt;b&gt;[x]&lt;/b&gt;</A>',
    )
  })

  it('[PU-6] never make a spreadsheet run a title', () => {
    const lines = linkLines([card('https://a.example/ =1+1 "quoted"', ['one', 'two'])], nameOf)
    expect(writeLinks(lines, 'csv').split('\r\n')[1]).toBe(
      '"\'=1+1 ""quoted""","https://a.example/","one,two"',
    )
  })
})
