import { expect, test } from 'vitest'
import { type CardFile, filesEdit, filesOf, toFiles, withFiles } from './card-files.ts'

const file = (n: number, name = `${n}.png`): CardFile => ({
  hash: String(n).repeat(64),
  name,
  type: 'image/png',
  size: n,
})

test('equal lists of files have equal texts, and of two files with one hash the first is kept', () => {
  const { hash, name, type, size } = file(1)
  expect(toFiles([{ size, type, name, hash, height: 2, width: 1 }])).toBe(
    toFiles([{ ...file(1), width: 1, height: 2 }]),
  )
  expect(filesOf(toFiles([{ ...file(1), width: 1, height: undefined }]))).toEqual([file(1)])
  expect(filesOf(toFiles([file(2), file(1), file(2, 'other.png')]))).toEqual([file(2), file(1)])
  expect([toFiles([]), filesOf(null)]).toEqual([null, []])
})

test('an edit adds and removes its own files, and keeps files of others', () => {
  const edit = filesEdit(toFiles([file(1), file(2)]), toFiles([file(2), file(3)]))
  expect(edit).toEqual({ added: [file(3)], removed: [file(1).hash] })
  const present = toFiles([file(1), file(2), file(9)])
  expect(filesOf(withFiles(present, edit ?? { added: [], removed: [] }))).toEqual([file(2), file(9), file(3)])
  expect(filesEdit(present, present)).toBeNull()
})

test('renaming a file is an edit, even if another device has removed the file', () => {
  const edit = filesEdit(toFiles([file(1)]), toFiles([file(1, 'holiday.png')]))
  for (const present of [toFiles([file(1), file(2)]), toFiles([file(2)])])
    expect(filesOf(withFiles(present, edit ?? { added: [], removed: [] }))).toEqual([
      file(2),
      file(1, 'holiday.png'),
    ])
})
