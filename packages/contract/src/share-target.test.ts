import { LIMITS } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { addressForAdding, addressForShared, cardTextOf } from './share-target.ts'

describe('what other apps share', () => {
  it('[OF-1] [PU-5] a shared title, text and address become the text of a card, each once', () => {
    expect(cardTextOf({ title: 'A page', text: '', url: 'https://e.org/' })).toBe('A page\nhttps://e.org/')
    expect(cardTextOf({ title: 'A page', text: 'A page https://e.org/', url: '' })).toBe(
      'A page https://e.org/',
    )
    expect(cardTextOf({ title: 'same', text: 'same', url: ' ' })).toBe('same')
  })

  it('[OF-1] [PU-5] a shared text opens the form for a new card, as a link when it holds an address', () => {
    const paramsOf = (address: string) => {
      const { searchParams } = new URL(address, 'https://x.y')
      return Object.fromEntries(searchParams)
    }
    const shared = { title: 'Ä & ö', text: 'see https://e.org/?a=1&b=2', url: '' }
    expect(paramsOf(addressForShared(shared))).toEqual({
      popups_center: 'quick-add',
      'quick-add.type': 'link',
      'quick-add.text': 'Ä & ö\nsee https://e.org/?a=1&b=2',
      'quick-add.address': 'https://e.org/?a=1&b=2',
    })
    expect(paramsOf(addressForShared({ title: '', text: 'a thought', url: '' }))).toMatchObject({
      'quick-add.type': 'note',
      'quick-add.text': 'a thought',
    })
    const titled = {
      title: 'See https://other.example/x',
      text: '“https://third.example/”',
      url: 'https://e.org/',
    }
    expect(paramsOf(addressForShared(titled))).toMatchObject({ 'quick-add.address': 'https://e.org/' })
    expect(paramsOf(addressForShared({ ...titled, text: 'words', url: '' }))).toMatchObject({
      'quick-add.type': 'note',
    })
    const chapter = 'ä'.repeat(LIMITS.contentLength)
    expect(paramsOf(addressForShared({ title: '', text: chapter, url: '' }))).toMatchObject({
      'quick-add.text': chapter,
    })
    const tooMuch = `${chapter}ä`
    expect(
      paramsOf(addressForShared({ title: '', text: tooMuch, url: '' })),
      'the form says that it is too long, rather than losing its end',
    ).toMatchObject({ 'quick-add.text': tooMuch })
  })

  it('[OF-1] [PU-5] a text shared to /add can come with the names of tags', () => {
    const query = new URLSearchParams({ url: 'https://e.org/?a=1', title: 'Ä', tags: ' bread, slow food ' })
    expect(addressForAdding(query)).toBe(
      `${addressForShared({ title: 'Ä', text: '', url: 'https://e.org/?a=1' })}&quick-add.tags=bread%2C%20slow%20food`,
    )
    expect(addressForAdding(new URLSearchParams())).toBe(addressForShared({ title: '', text: '', url: '' }))
  })
})
