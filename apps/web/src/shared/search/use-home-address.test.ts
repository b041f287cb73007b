import { expect, it } from 'vitest'
import { searchbarSubject } from './use-home-address.ts'

it('[HM-1] a text that looks like a note is added as a note from todos, and from links if it has no address', () => {
  expect(searchbarSubject('todo', 'Plan\nwater', 'todo', 'note')).toBe('note')
  expect(searchbarSubject('todo', 'Plan', 'note', 'todo')).toBe('todo')
  expect(searchbarSubject('link', 'Plan\nwater', 'todo', 'note')).toBe('note')
  expect(searchbarSubject('link', 'Plan\nhttps://a.example', 'todo', 'note')).toBe('link')
  expect(searchbarSubject('all', 'Plan\nhttps://a.example', 'todo', 'note')).toBe('link')
  expect(searchbarSubject('all', 'Plan', 'link', null)).toBe('link')
  expect(searchbarSubject('tag', 'a\nb', 'todo', 'note')).toBe('tag')
  expect(searchbarSubject('chart', 'a', 'todo', null)).toBeNull()
})
